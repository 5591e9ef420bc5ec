package org.millrace.advisor.rule.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.setting.StatedSettings;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class WorkMemoryUnfitTest extends RuleContract {

    private static final double MEGABYTE = 1024 * 1024;

    @Override
    protected Rule rule() {
        return new WorkMemoryUnfit();
    }

    @Override
    protected Windows firing() {
        return spilling(100.1);
    }

    @Override
    protected Windows quiet() {
        return spilling(99.9);
    }

    private static Windows spilling(double megabytesAnHour) {
        return Windows.of(60)
                .with(PostgresSignals.TEMPORARY_BYTES, 0, megabytesAnHour * MEGABYTE / 3600)
                .with(PostgresSignals.MAX_CONNECTIONS, 1000)
                .with(PostgresSettings.WORK_MEM, "65536 kB");
    }

    @Test
    void sixtyFourMegabytesForAThousandConnectionsAreTooMuch() {
        Finding finding = finding(quiet().with(StatedSettings.DATABASE_MEMORY, "50"));

        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.change().orElseThrow().apply())
                .containsExactly(new Step(Step.Kind.POSTGRES, "work_mem", "64MB", "8MB"));
        assertQuiet(quiet().with(StatedSettings.DATABASE_MEMORY, "501"));
    }

    @Test
    void valueInForceIsGivenToTheKilobyte() {
        Windows odd = quiet().without(PostgresSettings.WORK_MEM).with(PostgresSettings.WORK_MEM, "60001 kB");

        assertThat(finding(odd.with(StatedSettings.DATABASE_MEMORY, "50"))
                        .change()
                        .orElseThrow()
                        .apply())
                .containsExactly(new Step(Step.Kind.POSTGRES, "work_mem", "60001kB", "8MB"));
    }

    @Test
    void eightMegabytesAreNeverTooMuch() {
        Windows small = Windows.of(60)
                .with(PostgresSignals.TEMPORARY_BYTES, 0)
                .with(PostgresSignals.MAX_CONNECTIONS, 900)
                .with(StatedSettings.DATABASE_MEMORY, "8");

        assertQuiet(small.with(PostgresSettings.WORK_MEM, "4096 kB"));
        assertQuiet(small.without(PostgresSettings.WORK_MEM).with(PostgresSettings.WORK_MEM, "8192 kB"));
        assertThat(finding(small.without(PostgresSettings.WORK_MEM).with(PostgresSettings.WORK_MEM, "8193 kB"))
                        .severity())
                .isEqualTo(Severity.WARNING);
    }

    @Test
    void quarterOfTheMemoryIsStillFine() {
        Windows half = quiet().with(StatedSettings.DATABASE_MEMORY, "500");

        assertQuiet(half);
        assertThat(finding(half.with(PostgresSignals.MAX_CONNECTIONS, 1001)).severity())
                .isEqualTo(Severity.WARNING);
    }
}
