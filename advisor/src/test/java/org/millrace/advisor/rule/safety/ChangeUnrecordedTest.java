package org.millrace.advisor.rule.safety;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class ChangeUnrecordedTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new ChangeUnrecorded();
    }

    @Override
    protected Windows firing() {
        return Windows.of(60)
                .unset(PostgresSettings.MIGRATION_UNTIL)
                .changed(PostgresSettings.MAX_WAL_SIZE, "1024 MB", "4096 MB", 10);
    }

    @Override
    protected Windows quiet() {
        return firing().changed(PostgresSettings.MAX_WAL_SIZE, "4096 MB", "1024 MB", 20);
    }

    @Test
    void saysWhatItWas() {
        assertThat(finding().why())
                .contains("postgres.max_wal_size was 1024 MB and is 4096 MB since 2026-01-01T00:00:10Z");
        assertThat(finding().severity()).isEqualTo(Severity.INFO);
    }

    @Test
    void whatCanLoseDataIsAWarning() {
        assertThat(finding(firing().changed(PostgresSettings.FSYNC, "on", "off", 20))
                        .severity())
                .isEqualTo(Severity.WARNING);
        assertThat(finding(firing().changed(PostgresSettings.UNLOGGED_TABLES, null, "user_entity", 20))
                        .severity())
                .isEqualTo(Severity.WARNING);
        assertThat(finding(firing().changed(PostgresSettings.UNLOGGED_TABLES, "user_entity", null, 20))
                        .severity())
                .isEqualTo(Severity.INFO);
    }

    @Test
    void fewerTablesThatCanLoseTheirRowsAreNoWarning() {
        assertThat(finding(firing().changed(
                                        PostgresSettings.UNLOGGED_TABLES, "credential, user_entity", "credential", 20))
                        .severity())
                .isEqualTo(Severity.INFO);
        assertThat(finding(firing().changed(PostgresSettings.UNLOGGED_TABLES, "credential", "user_entity", 20))
                        .severity())
                .isEqualTo(Severity.WARNING);
    }

    @Test
    void declaredMigrationHasARevertSet() {
        assertQuiet(firing().changed(PostgresSettings.MIGRATION_UNTIL, null, "2026-01-02T00:00:00Z", 5));
    }
}
