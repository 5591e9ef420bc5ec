package org.millrace.advisor.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SpansTest {

    @Test
    void shortAndIsoFormsAreRead() {
        assertThat(Spans.parse("30s")).isEqualTo(Duration.ofSeconds(30));
        assertThat(Spans.parse("5m")).isEqualTo(Duration.ofMinutes(5));
        assertThat(Spans.parse("PT5M")).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void otherTextIsRefusedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Spans.parse("five"))
                .withMessageContaining("\"five\"");
    }

    @Test
    void wordsUseTheLargerUnitWhereItFits() {
        assertThat(Spans.inWords(Duration.ofMinutes(1))).isEqualTo("1 minute");
        assertThat(Spans.inWords(Duration.ofSeconds(90))).isEqualTo("90 seconds");
    }
}
