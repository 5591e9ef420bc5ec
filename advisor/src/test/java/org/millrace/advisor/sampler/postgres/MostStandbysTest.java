package org.millrace.advisor.sampler.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class MostStandbysTest {

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    private final MostStandbys most = new MostStandbys(() -> now);

    @Test
    void standbyThatHasGoneIsRememberedForADay() {
        most.with(2);

        assertThat(most.with(1)).isEqualTo(2);
        now = now.plus(Duration.ofDays(1));
        assertThat(most.with(1)).isEqualTo(2);
        now = now.plusSeconds(1);
        assertThat(most.with(1)).isEqualTo(1);
    }

    @Test
    void dayBeginsWhenItWasLastThere() {
        most.with(1);
        now = now.plus(Duration.ofDays(3));
        most.with(1);

        assertThat(most.with(0)).isEqualTo(1);
    }

    @Test
    void eachThatIsLostHasADayOfItsOwn() {
        most.with(3);
        most.with(2);
        now = now.plus(Duration.ofHours(23));
        most.with(2);

        assertThat(most.with(0)).isEqualTo(3);
        now = now.plus(Duration.ofHours(23));
        assertThat(most.with(0)).isEqualTo(2);
        now = now.plus(Duration.ofHours(2));
        assertThat(most.with(0)).isZero();
    }

    @Test
    void standbyThatGoesEachNightDoesNotKeepALostOneInMind() {
        most.with(3);
        for (int day = 0; day < 2; day++) {
            most.with(2);
            now = now.plus(Duration.ofHours(23));
            most.with(1);
            now = now.plus(Duration.ofHours(1).plusSeconds(1));
        }

        assertThat(most.with(2)).isEqualTo(2);
    }

    @Test
    void withoutAnyTheMostIsNone() {
        assertThat(most.with(0)).isZero();
    }
}
