package org.millrace.advisor.rule.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.setting.StatedSettings;
import org.millrace.advisor.model.signal.WalSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class CheckpointsForcedTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new CheckpointsForced();
    }

    @Override
    protected Windows firing() {
        return forced(3, 180);
    }

    @Override
    protected Windows quiet() {
        return forced(2, 180);
    }

    private static Windows forced(int checkpoints, int seconds) {
        return Windows.of(seconds)
                .during(seconds / 2, WalSignals.FORCED_CHECKPOINTS, 10, 10 + checkpoints)
                .with(WalSignals.TIMED_CHECKPOINTS, 5)
                .with(PostgresSettings.MAX_WAL_SIZE, "1024 MB");
    }

    @Test
    void logIsSizedByWhatIsWrittenBetweenTwoCheckpointsByTheClock() {
        Windows written = firing().with(WalSignals.BYTES, 0, 20.0 * 1024 * 1024)
                .with(PostgresSettings.named("checkpoint_timeout"), "300 s");

        assertThat(finding(written.with(StatedSettings.DATABASE_DISK, "96"))
                        .change()
                        .orElseThrow()
                        .apply())
                .containsExactly(new Step(Step.Kind.POSTGRES, "max_wal_size", "1024MB", "12GB"));
    }

    @Test
    void logTakesNoMoreThanAnEighthOfTheDisk() {
        Windows written = firing().with(WalSignals.BYTES, 0, 20.0 * 1024 * 1024)
                .with(PostgresSettings.named("checkpoint_timeout"), "300 s");

        assertThat(finding(written).change().orElseThrow().apply())
                .as("the disk is not known")
                .extracting(Step::to)
                .containsExactly("4GB");
        assertThat(finding(written).why()).contains("12 GB hold", "database-disk");
        assertThat(finding(written.with(StatedSettings.DATABASE_DISK, "16"))
                        .change()
                        .orElseThrow()
                        .apply())
                .extracting(Step::to)
                .containsExactly("2GB");
        assertThat(finding(written.with(StatedSettings.DATABASE_DISK, "7")).change())
                .isEmpty();
    }

    @Test
    void withoutTheRateItIsFourGigabytesAtLeast() {
        assertThat(finding().change().orElseThrow().apply())
                .extracting(Step::to)
                .containsExactly("4GB");
    }

    @Test
    void closerThanHalfAMinuteIsCritical() {
        assertThat(finding(forced(6, 180)).severity()).isEqualTo(Severity.WARNING);
        assertThat(finding(forced(7, 180)).severity()).isEqualTo(Severity.CRITICAL);
    }

    @Test
    void closerThanAMinuteCountHoweverManyComeByTheClock() {
        Windows often = Windows.of(179)
                .during(90, WalSignals.FORCED_CHECKPOINTS, 10, 13)
                .during(90, WalSignals.TIMED_CHECKPOINTS, 5, 13)
                .with(PostgresSettings.MAX_WAL_SIZE, "1024 MB");

        assertThat(finding(often).severity()).isEqualTo(Severity.WARNING);
    }

    @Test
    void someAmongManyByTheClockAreNothing() {
        assertQuiet(firing().during(90, WalSignals.TIMED_CHECKPOINTS, 5, 13));
    }
}
