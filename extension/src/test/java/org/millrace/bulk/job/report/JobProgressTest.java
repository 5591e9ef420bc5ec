package org.millrace.bulk.job.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.job.Job;
import org.millrace.bulk.job.JobState;
import org.millrace.bulk.job.JobTotals;

class JobProgressTest {
    private static final long START = 1_000_000;

    private static JobProgress progress(JobState state, @Nullable Long total, long records, long recent, long seconds) {
        boolean runs = state == JobState.RUNNING;
        long ran = seconds * 1000;
        Job job = new Job(
                "id",
                "realm",
                "users",
                state,
                "{}",
                "{}",
                total,
                1,
                START,
                state == JobState.OPEN ? null : START,
                runs ? START : null,
                runs ? 0 : ran,
                null,
                null,
                null,
                0,
                null,
                null,
                null,
                null);
        JobTotals totals = new JobTotals(records, 0, 0, 0, 0, 0, 0, 0);
        return new JobProgress(
                job, totals, recent, START + ran, List.of(), Map.of(), Map.of(), List.of(), List.of(), Map.of(), 0);
    }

    @Test
    void theRateNowIsThatOfTheLastTenSecondsAndDecidesOverTheRest() {
        JobProgress progress = progress(JobState.RUNNING, 200_000L, 100_000, 5_000, 100);

        assertThat(progress.rateNow()).isEqualTo(500);
        assertThat(progress.rateOverall()).hasValue(1000);
        assertThat(progress.etaSeconds()).hasValue(200);
    }

    @Test
    void aJobThatHasJustBegunIsNotHeldAgainstTenSeconds() {
        assertThat(progress(JobState.RUNNING, 10_000L, 2_000, 2_000, 2).rateNow())
                .isEqualTo(1000);
    }

    @Test
    void theOverallRatePredictsTheEndWithoutRecentCommits() {
        assertThat(progress(JobState.RUNNING, 2_000L, 1_000, 0, 100).etaSeconds())
                .hasValue(100);
    }

    @Test
    void aPausedJobHasNoRateNowAndNoEnd() {
        JobProgress progress = progress(JobState.PAUSED, 2_000L, 1_000, 1_000, 10);

        assertThat(progress.rateNow()).isZero();
        assertThat(progress.rateOverall()).hasValue(100);
        assertThat(progress.etaSeconds()).isEmpty();
    }

    @Test
    void anOpenJobHasNoRates() {
        JobProgress progress = progress(JobState.OPEN, null, 0, 0, 0);

        assertThat(progress.rateOverall()).isEmpty();
        assertThat(progress.etaSeconds()).isEmpty();
    }

    @Test
    void whatHasNoOutcomeAtTheEndIsUnprocessed() {
        JobTotals totals = new JobTotals(50, 0, 0, 0, 10, 0, 10, 3).closed(100);

        assertThat(totals.read()).isEqualTo(100);
        assertThat(totals.unprocessed()).isEqualTo(40);
        assertThat(totals.problems()).isEqualTo(10);
    }
}
