package org.millrace.advisor.rule.safety;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.setting.QuarkusSettings;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class MigrationLeftOverTest extends RuleContract {

    /** The windows of these tests begin with the year 2026. */
    private static final String OVER = "2025-12-31T23:59:59Z";

    private static final String UNDER_WAY = "2026-01-02T00:00:00Z";

    @Override
    protected Rule rule() {
        return new MigrationLeftOver();
    }

    @Override
    protected Windows firing() {
        return quiet().with(PostgresSettings.TABLES_WITHOUT_VACUUM_DELAY, "user_entity");
    }

    @Override
    protected Windows quiet() {
        return Windows.of(10)
                .unset(PostgresSettings.MIGRATION_UNTIL)
                .with(PostgresSettings.WORK_MEM, "65535 kB", "pg_settings, client");
    }

    @Test
    void leftOversOfAnEndedMigrationAreCritical() {
        Finding finding = finding(declared(OVER)
                .with(PostgresSettings.TABLES_WITHOUT_VACUUM_DELAY, "user_entity")
                .with(PostgresSettings.SYNCHRONOUS_COMMIT, "off")
                .with(QuarkusSettings.MAX_RESETS, "0")
                .with(PostgresSettings.WORK_MEM, "65536 kB"));

        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding.why())
                .contains("user_entity", "synchronous_commit is off", "HTTP/2 resets", "work_mem is 64 MB");
    }

    @Test
    void memoryForSortingIsLeftOverWhereAMigrationSetsIt() {
        assertQuiet(sorting("configuration file postgresql.conf"));
        assertQuiet(sorting("database"));
        for (String source : List.of("client", "user", "database user")) {
            assertThat(finding(sorting(source)).why()).contains("work_mem is 64 MB");
        }
    }

    private static Windows sorting(String source) {
        return Windows.of(10)
                .unset(PostgresSettings.MIGRATION_UNTIL)
                .with(PostgresSettings.WORK_MEM, "65536 kB", "pg_settings, " + source);
    }

    @Test
    void migrationUnderWayIsANote() {
        Finding finding = finding(declared(UNDER_WAY).with(PostgresSettings.SYNCHRONOUS_COMMIT, "off"));

        assertThat(finding.severity()).isEqualTo(Severity.INFO);
        assertThat(finding.why()).contains(UNDER_WAY);
    }

    @Test
    void declarationAloneIsTakenBackOnceItIsOver() {
        assertThat(finding(declared(OVER)).change().orElseThrow().apply())
                .extracting(Step::to)
                .containsOnlyNulls();
    }

    @Test
    void windowWithoutAReadableEndIsOver() {
        assertThat(finding(declared("tomorrow")).severity()).isEqualTo(Severity.WARNING);
    }

    private static Windows declared(String until) {
        return Windows.of(10).with(PostgresSettings.MIGRATION_UNTIL, until);
    }
}
