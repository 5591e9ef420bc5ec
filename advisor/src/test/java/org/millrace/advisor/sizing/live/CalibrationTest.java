package org.millrace.advisor.sizing.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.LoadSignals;
import org.millrace.advisor.sizing.Demand;
import org.millrace.advisor.sizing.GuideProfile;

class CalibrationTest {

    private static final double LOGIN = 1 / 15.0;
    private static final double GRANT = 1 / 200.0;
    private static final double REFRESH = 1 / 120.0;

    @Test
    void costsAreSeparatedByVariationOfTheLoad() {
        Calibration calibration =
                Calibration.of(samples(60, LOGIN, GRANT, REFRESH)).orElseThrow();

        assertThat(calibration.loginSeconds()).isCloseTo(LOGIN, withinPercentage(2));
        assertThat(calibration.grantSeconds()).isCloseTo(GRANT, withinPercentage(5));
        assertThat(calibration.refreshSeconds()).isCloseTo(REFRESH, withinPercentage(5));
        assertThat(calibration.isGood()).isTrue();
        assertThat(calibration.applyTo(GuideProfile.V26_7).clientCredentialGrantsPerCore())
                .isCloseTo(200, withinPercentage(5));
    }

    @Test
    void rateThatHardlyVariesStaysTheGuides() {
        List<Calibration.Sample> samples = IntStream.range(0, 60)
                .mapToObj(i -> new Calibration.Sample(1 + (i % 10) * LOGIN, i % 10, 100, 50))
                .toList();

        Calibration calibration = Calibration.of(samples).orElseThrow();

        assertThat(calibration.grantSeconds()).isZero();
        assertThat(calibration.applyTo(GuideProfile.V26_7).clientCredentialGrantsPerCore())
                .isEqualTo(120);
        assertThat(calibration.loginSeconds()).isCloseTo(LOGIN, withinPercentage(2));
    }

    @Test
    void processorTimeThatTheLoadDoesNotExplainIsNoGoodFit() {
        List<Calibration.Sample> samples = IntStream.range(0, 60)
                .mapToObj(i -> new Calibration.Sample(i % 7, i % 10, 0, 0))
                .toList();

        assertThat(Calibration.of(samples).orElseThrow().isGood()).isFalse();
    }

    @Test
    void fewSamplesOrAnIdleServerSayNothing() {
        assertThat(Calibration.of(samples(24, LOGIN, GRANT, REFRESH))).isEmpty();
        assertThat(Calibration.of(IntStream.range(0, 60)
                        .mapToObj(i -> new Calibration.Sample(0.01, 0, 0, 0))
                        .toList()))
                .isEmpty();
    }

    @Test
    void loadIsReadFromTheWindowAndTakenForAllNodesAlike() {
        Windows windows = Windows.of(60)
                .with(LoadSignals.PASSWORD_VALIDATIONS, 0, 10)
                .with(LoadSignals.CLIENT_LOGINS, 0, 20)
                .with(LoadSignals.REFRESHES, 0, 30)
                .with(ClusterSignals.SIZE, 3);

        assertThat(LiveLoad.of(windows.build())).contains(new Demand(30, 3, 60, 90));
        assertThat(LiveLoad.of(Windows.of(60).build())).isEmpty();
        assertThat(LiveLoad.of(windows.without(LoadSignals.REFRESHES).build())).isEmpty();
        assertThat(LiveLoad.atLeast(windows.build())).isEqualTo(new Demand(30, 3, 60, 0));
    }

    private static List<Calibration.Sample> samples(int number, double login, double grant, double refresh) {
        return IntStream.range(0, number)
                .mapToObj(i -> {
                    double logins = 1 + i % 10;
                    double grants = 10 + 40 * (i % 7);
                    double refreshes = 10 + 30 * (i % 3);
                    double cores = 0.2 + logins * login + grants * grant + refreshes * refresh;
                    return new Calibration.Sample(cores, logins, grants, refreshes);
                })
                .toList();
    }
}
