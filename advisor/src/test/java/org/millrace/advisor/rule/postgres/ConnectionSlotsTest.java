package org.millrace.advisor.rule.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.StatementFacts;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.model.signal.TimeSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class ConnectionSlotsTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new ConnectionSlots();
    }

    @Override
    protected Windows firing() {
        return Windows.of(60)
                .with(TimeSignals.DATABASE_REACHABLE, 1)
                .with(TimeSignals.SLOTS_USED, 97)
                .with(PostgresSignals.MAX_CONNECTIONS, 100)
                .with(PostgresSignals.RESERVED_CONNECTIONS, 3)
                .with(PoolSignals.ACTIVE, 3)
                .with(PoolSignals.AVAILABLE, 2)
                .with(StatementFacts.SLOT_HOLDERS, "90 idle of user report in database crm from 10.0.0.7 as \"psql\"");
    }

    @Override
    protected Windows quiet() {
        return firing().with(TimeSignals.SLOTS_USED, 90);
    }

    @Test
    void holdersAreNamed() {
        assertThat(finding().why()).contains("Held by: 90 idle of user report in database crm from 10.0.0.7");
    }

    @Test
    void ownPoolThatHoldsTheSlotsIsAnotherRules() {
        assertQuiet(firing().with(PoolSignals.AVAILABLE, 85));
    }

    @Test
    void refusalIsEnoughWhereNothingElseCanBeRead() {
        Windows refused = Windows.of(60).with(TimeSignals.DATABASE_REACHABLE, 0).with(StatementFacts.REFUSAL, "53300");

        assertThat(finding(refused).why()).contains("53300");
    }
}
