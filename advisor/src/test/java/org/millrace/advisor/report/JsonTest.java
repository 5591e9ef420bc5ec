package org.millrace.advisor.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.rule.Severity;

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
    void smallNumbersKeepThreeDigitsAndLargeOnesAll() {
        assertThat(Json.write(List.of(0.000012345, 9.223372036854776e18, 123_456_789_012L)))
                .isEqualTo("[0.0000123,9.223372036854776E18,123456789012]");
    }

    @Test
    void recordIsAnObjectWithItsMembersInOrder() {
        record Document(
                Severity severity,
                Instant at,
                Duration window,
                OptionalDouble known,
                OptionalDouble unknown,
                @Nullable String text) {}

        assertThat(Json.write(new Document(
                        Severity.WARNING,
                        Instant.EPOCH,
                        Duration.ofMinutes(5),
                        OptionalDouble.of(2),
                        OptionalDouble.empty(),
                        null)))
                .isEqualTo("{\"severity\":\"warning\",\"at\":\"1970-01-01T00:00:00Z\",\"window\":\"PT5M\","
                        + "\"known\":2,\"unknown\":null,\"text\":null}");
    }

    @Test
    void otherTypesAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Json.write(new Object()));
    }
}
