package org.millrace.advisor.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonTest {

    @Test
    void nestsObjectsAndArrays() {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("a", List.of(1, "two", true));
        document.put("b", Map.of());
        document.put("c", null);

        assertThat(Json.write(document)).isEqualTo("{\"a\":[1,\"two\",true],\"b\":{},\"c\":null}");
    }

    @Test
    void escapesWhatTextMayNotContain() {
        assertThat(Json.write("\"\\\n\u2028ü")).isEqualTo("\"\\\"\\\\\\n\\u2028ü\"");
    }

    @Test
    void numbersAreWholeOrHaveThreeDecimals() {
        List<Double> numbers = new ArrayList<>(List.of(37.0, 0.12345, -2.5, 1.7e10, Double.NaN));

        assertThat(Json.write(numbers)).isEqualTo("[37,0.123,-2.5,17000000000,null]");
    }

    @Test
    void otherTypesAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Json.write(new Object()));
    }
}
