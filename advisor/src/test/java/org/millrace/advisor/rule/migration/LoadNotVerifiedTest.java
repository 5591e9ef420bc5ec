package org.millrace.advisor.rule.migration;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.signal.TableSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class LoadNotVerifiedTest extends RuleContract {

    private static final TableSignals USERS = new TableSignals("user_entity");

    @Override
    protected Rule rule() {
        return new LoadNotVerified();
    }

    @Override
    protected Windows firing() {
        return loaded(200_000);
    }

    @Override
    protected Windows quiet() {
        return loaded(199_999);
    }

    private static Windows loaded(double notAnalyzed) {
        return Windows.of(180)
                .unset(PostgresSettings.MIGRATION_UNTIL)
                .with(USERS.live(), 1e6)
                .with(USERS.inserts(), 1e6)
                .with(USERS.notAnalyzed(), notAnalyzed);
    }

    @Test
    void namesTheTableAndTheCommand() {
        assertThat(finding().why()).contains("200000 rows of user_entity", "VACUUM (ANALYZE) user_entity");
    }

    @Test
    void anOngoingLoadIsNotFinished() {
        assertQuiet(firing().with(USERS.inserts(), 0, 100));
        assertQuiet(firing().without(PostgresSettings.MIGRATION_UNTIL)
                .with(PostgresSettings.MIGRATION_UNTIL, "2026-01-02T00:00:00Z"));
    }

    @Test
    void autovacuumGetsTimeToCome() {
        assertQuiet(firing().during(70, USERS.notAnalyzed(), 0, 200_000));
    }

    @Test
    void smallTablesAreIgnored() {
        assertQuiet(loaded(9_999).with(USERS.live(), 10_000));
    }

    @Test
    void whatWasSwitchedOffIsAskedForOnceTheMigrationHasEnded() {
        Windows without = quiet().with(PostgresSettings.MISSING_INDEXES, "idx_user_email ON user_entity (email)");
        assertQuiet(without);

        assertThat(finding(without.changed(PostgresSettings.MIGRATION_UNTIL, "2026-01-01T00:00:30Z", null, 40))
                        .why())
                .contains("indexes are missing: idx_user_email");
        assertThat(finding(quiet().without(PostgresSettings.MIGRATION_UNTIL)
                                .with(PostgresSettings.MIGRATION_UNTIL, "2026-01-01T00:00:30Z")
                                .with(PostgresSettings.UNLOGGED_TABLES, "credential"))
                        .why())
                .contains("do not survive a crash: credential");
    }
}
