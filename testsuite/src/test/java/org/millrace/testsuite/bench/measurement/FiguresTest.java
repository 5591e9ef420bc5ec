package org.millrace.testsuite.bench.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class FiguresTest {
    @Test
    void theMedianIsTheOneInTheMiddle() {
        assertThat(Spread.of(DoubleStream.of(9, 1, 5))).isEqualTo(new Spread(5, 1, 9));
        assertThat(Spread.of(DoubleStream.of(4, 1, 2, 9))).isEqualTo(new Spread(3, 1, 9));
    }

    @Test
    void nothingHasNoMedian() {
        assertThatThrownBy(() -> Spread.of(DoubleStream.empty())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void processorTimeIsSplitAndDividedByTheUsers() {
        Measurement measurement = measurement("way", 1, 0.5, 0);

        assertThat(measurement.usersPerSecond()).isEqualTo(2000);
        assertThat(measurement.postgresMicros()).isEqualTo(100);
        assertThat(measurement.keycloakMicros()).isEqualTo(300);
        assertThat(measurement.clientMicros()).isEqualTo(100);
        assertThat(measurement.ceiling()).isEqualTo(4000);
        assertThat(measurement.walBytesAUser()).isEqualTo(4.5);
    }

    @Test
    void aRunIsDisturbedAboveATenthOfTheMachine() {
        Measurement below = measurement("way", 1, 0.5, 0.099);
        Measurement above = measurement("way", 1, 0.5, 0.101);

        assertThat(below.disturbed()).isFalse();
        assertThat(above.disturbed()).isTrue();
        assertThat(new Figures(List.of(below)).medians("way")).doesNotContain("(d");
        assertThat(new Figures(List.of(below, above)).medians("way")).contains("(d 1 of 2)");
    }

    @Test
    void mediansAreHeldAgainstTheFloor() {
        Figures figures = new Figures(List.of(measurement("floor", 1, 0.1, 0), measurement("way", 1, 0.2, 0)));

        assertThat(figures.medians("floor"))
                .contains("| floor | 1,000 | **10,000** (10,000-10,000) | 1.000 |")
                .contains("| way | 1,000 | **5,000** (5,000-5,000) | 0.500 |");
    }

    @Test
    void aRatioIsToTheBestOfTheOthersAndHasTheRangeOfTheRounds() {
        Figures figures = new Figures(List.of(
                measurement("way", 1, 0.1, 0),
                measurement("slow", 1, 10, 0),
                measurement("fast", 1, 1, 0),
                measurement("fast", 2, 1, 0),
                measurement("slow", 2, 10, 0),
                measurement("way", 2, 0.2, 0)));

        assertThat(figures.ratio("way / best", "way", List.of("slow", "fast")))
                .isEqualTo("| way / best | **7.50** | 5.00-10.00 |\n");
    }

    /** A thousand users on two processors. */
    private static Measurement measurement(String cell, int round, double seconds, double foreign) {
        ProcessorTime time = new ProcessorTime(0.1, 0.3, 0.1, 0.5 + foreign);
        return new Measurement(cell, round, 1000, seconds, time, 2, 4500);
    }
}
