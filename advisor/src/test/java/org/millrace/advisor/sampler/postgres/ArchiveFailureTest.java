package org.millrace.advisor.sampler.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ArchiveFailureTest {

    private static final double NEVER = Double.NaN;
    private static final double SIX_HOURS_AGO = 1_000_000;
    private static final double NOW = SIX_HOURS_AGO + 6 * 3600;

    private final ArchiveFailure failure = new ArchiveFailure();

    @Test
    void oneFaultOfAnIdleDatabaseIsNotSixHoursOld() {
        assertThat(failure.seconds(NOW, SIX_HOURS_AGO)).isZero();
        assertThat(failure.seconds(NOW, SIX_HOURS_AGO)).isZero();
    }

    @Test
    void failuresLastFromTheFirstThatWasSeenToTheLast() {
        failure.seconds(NOW, SIX_HOURS_AGO);

        assertThat(failure.seconds(NOW + 60, SIX_HOURS_AGO)).isEqualTo(60);
        assertThat(failure.seconds(NOW + 660, SIX_HOURS_AGO)).isEqualTo(660);
    }

    @Test
    void successBetweenTwoSamplesRestartsTheCount() {
        failure.seconds(NOW, SIX_HOURS_AGO);

        assertThat(failure.seconds(NOW + 600, NOW + 300)).isZero();
        assertThat(failure.seconds(NOW + 660, NOW + 300)).isEqualTo(60);
    }

    @Test
    void successEndsIt() {
        failure.seconds(NOW, SIX_HOURS_AGO);
        failure.seconds(NOW + 660, SIX_HOURS_AGO);

        assertThat(failure.seconds(NOW + 660, NOW + 661)).isZero();
    }

    @Test
    void archiveThatHasNeverWorkedFailsToo() {
        failure.seconds(NOW, NEVER);

        assertThat(failure.seconds(NOW + 600, NEVER)).isEqualTo(600);
        assertThat(failure.seconds(NEVER, NEVER)).isZero();
    }
}
