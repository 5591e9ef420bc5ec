package org.millrace.advisor.rule.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.StatementFacts;
import org.millrace.advisor.model.TimeSignals;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class DatabaseUnreachableTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new DatabaseUnreachable();
    }

    @Override
    protected Windows firing() {
        return Windows.of(60)
                .during(50, TimeSignals.DATABASE_REACHABLE, 1, 0)
                .with(StatementFacts.REFUSAL, "08001")
                .with(StatementFacts.UNREACHABLE_SINCE, "2026-01-01T00:00:51Z");
    }

    @Override
    protected Windows quiet() {
        return firing().during(50, TimeSignals.DATABASE_REACHABLE, 0, 1);
    }

    @Test
    void stateAndBeginningAreSaid() {
        assertThat(finding().why())
                .contains("since 2026-01-01T00:00:51Z", "the connection is refused", "SQLSTATE 08001");
    }

    @Test
    void databaseWithoutAFreeSlotCanBeReached() {
        assertQuiet(firing().with(StatementFacts.REFUSAL, "53300"));
    }
}
