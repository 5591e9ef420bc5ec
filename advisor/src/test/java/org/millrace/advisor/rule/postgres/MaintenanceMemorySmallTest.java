package org.millrace.advisor.rule.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.setting.StatedSettings;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.model.signal.TableSignals;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class MaintenanceMemorySmallTest extends RuleContract {

    private static final TableSignals USERS = new TableSignals("user_entity");

    @Override
    protected Rule rule() {
        return new MaintenanceMemorySmall();
    }

    @Override
    protected Windows firing() {
        return Windows.of(60)
                .with(PostgresSettings.MAINTENANCE_WORK_MEM, "65536 kB")
                .with(StatedSettings.DATABASE_MEMORY, "8")
                .with(PostgresSettings.named("server_version"), "16.4")
                .with(PostgresSignals.LIVE_TUPLES, 5_000_000)
                .with(USERS.live(), 5_000_000);
    }

    @Override
    protected Windows quiet() {
        return firing().with(USERS.live(), 4_999_999);
    }

    @Test
    void sixteenthOfTheMemoryIsProposed() {
        assertThat(finding().change().orElseThrow().apply())
                .containsExactly(new Step(Step.Kind.POSTGRES, "maintenance_work_mem", "64MB", "512MB"));
    }

    @Test
    void newerPostgresNeedsFarLess() {
        assertQuiet(firing().with(PostgresSettings.named("server_version"), "17.2"));
    }

    @Test
    void lessThanTheDefaultIsGivenAsItIs() {
        Finding finding = finding(firing().without(PostgresSettings.MAINTENANCE_WORK_MEM)
                .with(PostgresSettings.MAINTENANCE_WORK_MEM, "20000 kB"));

        assertThat(finding.why()).startsWith("maintenance_work_mem is 20 MB,");
        assertThat(finding.change().orElseThrow().apply())
                .containsExactly(new Step(Step.Kind.POSTGRES, "maintenance_work_mem", "20000kB", "512MB"));
    }
}
