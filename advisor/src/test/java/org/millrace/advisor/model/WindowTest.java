package org.millrace.advisor.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WindowTest {

    private static final Signal LEVEL = Signal.gauge("level", "things");
    private static final Signal TOTAL = Signal.counter("total", "things");

    @Test
    void counterThatWasResetHasGrownFromZero() {
        Window window = Windows.of(3).series(TOTAL, 10, 15, 2, 4).build();

        assertThat(window.increase(TOTAL)).isEqualTo(5 + 2 + 2);
        assertThat(window.rate(TOTAL)).isEqualTo(3);
    }

    @Test
    void counterWithOneReadingIsAbsent() {
        Window window = Windows.of(3).series(TOTAL, 10).build();

        assertThat(window.has(TOTAL)).isFalse();
        assertThat(window.rateIfKnown(TOTAL)).isEmpty();
    }

    @Test
    void absentSignalIsNotZero() {
        Window window = Windows.of(3).build();

        assertThat(window.has(LEVEL)).isFalse();
        assertThat(window.meanIfKnown(LEVEL)).isEmpty();
        assertThatIllegalStateException().isThrownBy(() -> window.mean(LEVEL)).withMessageContaining("level");
    }

    @Test
    void valueThatIsNoNumberIsAbsent() {
        Window window = Windows.of(2)
                .series(LEVEL, 4, Double.NaN, Double.POSITIVE_INFINITY)
                .build();

        assertThat(window.latest(LEVEL)).isEqualTo(4);
        assertThat(window.mean(LEVEL)).isEqualTo(4);
    }

    @Test
    void longestRunEndsWhereAReadingDoesNotMatch() {
        Window window = Windows.of(7).series(LEVEL, 1, 1, 0, 1, 1, 1, 1, 0).build();

        assertThat(window.longestRun(LEVEL, value -> value >= 1)).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void singleMatchIsNoRun() {
        Window window = Windows.of(2).series(LEVEL, 0, 1, 0).build();

        assertThat(window.longestRun(LEVEL, value -> value >= 1)).isEqualTo(Duration.ZERO);
    }

    @Test
    void gapEndsARun() {
        Window window = Windows.of(4).series(LEVEL, 1, 1, Double.NaN, 1, 1).build();

        assertThat(window.longestRun(LEVEL, value -> value >= 1)).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void shareCountsOnlyReadings() {
        Window window = Windows.of(3).series(LEVEL, 1, 0, 0, Double.NaN).build();

        assertThat(window.shareWhere(LEVEL, value -> value > 0)).isEqualTo(1 / 3.0);
    }

    @Test
    void settingThatIsKnownToBeUnsetIsThere() {
        SettingName name = new SettingName("http-max-queued-requests");

        Window window = Windows.of(1).unset(name).build();

        assertThat(window.has(name)).isTrue();
        assertThat(window.setting(name).text()).isEmpty();
    }

    @Test
    void partialWindowKeepsOnlyMatchingSnapshots() {
        Window window = Windows.of(3).series(LEVEL, 0, 5, 7, 0).build();

        Window high = window.where(LEVEL, value -> value > 1);

        assertThat(high.mean(LEVEL)).isEqualTo(6);
    }

    @Test
    void lastRunReachesUpToTheEnd() {
        Window window = Windows.of(30).during(10, LEVEL, 5, 1).build();

        assertThat(window.lastRun(snapshot -> snapshot.matches(LEVEL, level -> level == 1)))
                .isEqualTo(Duration.ofSeconds(19));
        assertThat(window.lastRun(snapshot -> snapshot.matches(LEVEL, level -> level == 5)))
                .isZero();
    }

    @Test
    void slicesFollowOneAnotherAndShareTheirBorders() {
        Window window = Windows.of(10).with(TOTAL, 0, 2).with(LEVEL, 1).build();

        assertThat(window.slices(Duration.ofSeconds(4)))
                .extracting(slice -> slice.increase(TOTAL))
                .containsExactly(8.0, 8.0);
        assertThat(window.highestRate(TOTAL, Duration.ofSeconds(4))).hasValue(2);
        assertThat(window.slices(Duration.ofSeconds(11))).isEmpty();
    }

    @Test
    void busiestSliceHasTheHighestMean() {
        Window window = Windows.of(30).during(10, LEVEL, 5, 1).build();

        assertThat(window.busiest(LEVEL, Duration.ofSeconds(10)).orElseThrow().mean(LEVEL))
                .isEqualTo(5);
        assertThat(window.busiest(TOTAL, Duration.ofSeconds(10))).isEmpty();
    }

    @Test
    void trendKeepsEveryPeakOfAGauge() {
        double[] values = new double[100];
        values[37] = 9;
        Window window = Windows.of(99).series(LEVEL, values).build();

        Trend trend = Trend.of(window, LEVEL, 20).orElseThrow();

        assertThat(trend.points()).hasSize(20);
        assertThat(trend.highest()).isEqualTo(9);
        assertThat(trend.unit()).isEqualTo(LEVEL.unit());
    }

    @Test
    void trendOfACounterIsItsRate() {
        Window window = Windows.of(100).with(TOTAL, 1000, 5).build();

        Trend trend = Trend.of(window, TOTAL, 10).orElseThrow();

        assertThat(trend.points())
                .hasSizeLessThanOrEqualTo(10)
                .allSatisfy(point -> assertThat(point.value()).isEqualTo(5));
        assertThat(trend.unit()).isEqualTo(TOTAL.unit() + "/s");
        assertThat(trend.isFlat()).isTrue();
    }

    @Test
    void oneReadingIsNoTrend() {
        Window window = Windows.of(10).series(LEVEL, 1).build();

        assertThat(Trend.of(window, LEVEL, 10)).isEmpty();
    }
}
