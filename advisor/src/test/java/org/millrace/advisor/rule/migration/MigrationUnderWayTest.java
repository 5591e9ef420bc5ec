package org.millrace.advisor.rule.migration;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.model.signal.TableSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class MigrationUnderWayTest extends RuleContract {

    private static final TableSignals USERS = new TableSignals("user_entity");

    @Override
    protected Rule rule() {
        return new MigrationUnderWay();
    }

    @Override
    protected Windows firing() {
        return loading(100);
    }

    @Override
    protected Windows quiet() {
        return loading(99);
    }

    private static Windows loading(double perSecond) {
        return Windows.of(120)
                .unset(PostgresSettings.MIGRATION_UNTIL)
                .with(PostgresSignals.LIVE_TUPLES, 1e6)
                .with(USERS.inserts(), 0, perSecond);
    }

    /** The article's first and last phase. */
    @Test
    void rateIsSaidByTheHour() {
        assertThat(finding(loading(556)).why()).contains("2.0 million an hour");
        assertThat(finding(loading(3333)).why()).contains("12 million an hour");
    }

    @Test
    void declaredMigrationIsKnown() {
        assertQuiet(firing().without(PostgresSettings.MIGRATION_UNTIL)
                .with(PostgresSettings.MIGRATION_UNTIL, "2026-01-02T00:00:00Z"));
    }
}
