package org.millrace.advisor.rule.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.signal.TableSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.analysis.TableNames;

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

    @Test
    void roomIsMadeWhereThereIsNone() {
        assertThat(finding(filled("100")).change().orElseThrow().apply())
                .containsExactly(new Step(Step.Kind.TABLE_OPTION, "offline_user_session.fillfactor", "100", "90"));
        assertThat(finding().change().orElseThrow().apply())
                .containsExactly(new Step(Step.Kind.TABLE_OPTION, "offline_user_session.fillfactor", null, "90"));
    }

    @Test
    void roomThatThereIsIsLeft() {
        assertThat(finding(filled("90")).change()).isEmpty();
        assertThat(finding(filled("70")).change()).isEmpty();
        assertThat(finding(filled("90")).why()).doesNotContain("fillfactor");
    }

    private Windows filled(String percent) {
        return firing().with(TableNames.OPTIONS, "offline_user_session.fillfactor=" + percent);
    }
}
