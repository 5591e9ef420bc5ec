package org.millrace.advisor.rule.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.PostgresSettings;
import org.millrace.advisor.model.TableSignals;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class SessionUpdatesCostlyTest extends RuleContract {

    private static final TableSignals SESSIONS = TableSignals.SESSIONS.get(0);

    @Override
    protected Rule rule() {
        return new SessionUpdatesCostly();
    }

    @Override
    protected Windows firing() {
        return updating(49);
    }

    @Override
    protected Windows quiet() {
        return updating(50);
    }

    private static Windows updating(double hot) {
        return Windows.of(60)
                .unset(PostgresSettings.INVALID_INDEXES)
                .with(SESSIONS.updates(), 0, 100)
                .with(SESSIONS.hotUpdates(), 0, hot);
    }

    @Test
    void invalidIndexesAreNamed() {
        Windows invalid = Windows.of(10).with(PostgresSettings.INVALID_INDEXES, "idx_user_email");

        assertThat(finding(invalid).why()).contains("idx_user_email").contains("REINDEX INDEX CONCURRENTLY");
    }

    @Test
    void fewUpdatesCostLittle() {
        assertQuiet(firing().with(SESSIONS.updates(), 0, 49));
    }
}
