package org.millrace.advisor.rule.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.model.signal.TableSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class SessionTablesLargeTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new SessionTablesLarge();
    }

    @Override
    protected Windows firing() {
        return rows("event_entity", 1e7);
    }

    @Override
    protected Windows quiet() {
        return rows("event_entity", 1e7 - 1);
    }

    private static Windows rows(String table, double rows) {
        return Windows.of(10).with(PostgresSignals.LIVE_TUPLES, rows).with(new TableSignals(table).live(), rows);
    }

    @Test
    void ninetyEightMillionAreCritical() {
        assertThat(finding(rows("offline_client_session", 98e6)).severity()).isEqualTo(Severity.CRITICAL);
    }

    @Test
    void usersMayBeMany() {
        assertQuiet(rows("user_entity", 2e7));
    }
}
