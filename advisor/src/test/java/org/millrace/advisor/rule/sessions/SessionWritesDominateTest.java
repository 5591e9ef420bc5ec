package org.millrace.advisor.rule.sessions;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.model.signal.TableSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class SessionWritesDominateTest extends RuleContract {

    private static final TableSignals OTHER = new TableSignals("event_entity");

    @Override
    protected Rule rule() {
        return new SessionWritesDominate();
    }

    @Override
    protected Windows firing() {
        return writing(51);
    }

    @Override
    protected Windows quiet() {
        return writing(50);
    }

    private static Windows writing(double sessions) {
        Windows windows = Windows.of(60)
                .with(PostgresSignals.RUNNING, 1.2)
                .with(PostgresSignals.CORES, 2)
                .with(PostgresSignals.LIVE_TUPLES, 1000)
                .with(OTHER.live(), 1000)
                .with(OTHER.writes(), 0, 100 - sessions);
        return windows.with(TableSignals.SESSIONS.get(0).live(), 1000)
                .with(TableSignals.SESSIONS.get(0).writes(), 0, sessions);
    }

    @Test
    void databaseWithRoomMayWriteSessions() {
        assertQuiet(firing().with(PostgresSignals.RUNNING, 1.1));
    }
}
