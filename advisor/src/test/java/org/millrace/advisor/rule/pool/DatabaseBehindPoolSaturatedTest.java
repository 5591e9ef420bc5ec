package org.millrace.advisor.rule.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Input;
import org.millrace.advisor.model.PoolSignals;
import org.millrace.advisor.model.PostgresSignals;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.DatabaseLoad;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class DatabaseBehindPoolSaturatedTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new DatabaseBehindPoolSaturated();
    }

    @Override
    protected Windows firing() {
        return PoolScenes.lockedDatabase(5);
    }

    @Override
    protected Windows quiet() {
        return PoolScenes.lockedDatabase(4);
    }

    @Test
    void databaseWithHeadroomIsAnotherRulesMatter() {
        assertQuiet(PoolScenes.waiting(60));
    }

    @Test
    void runningSessionsOnAllCoresAreSaturation() {
        finding(PoolScenes.waiting(5).with(PostgresSignals.RUNNING, 6.4));

        assertQuiet(PoolScenes.waiting(5).with(PostgresSignals.RUNNING, 6.3));
    }

    @Test
    void proposesNoLargerPool() {
        assertThat(finding().change()).isEmpty();
        assertThat(finding().why()).contains("will lower throughput");
    }

    @Test
    void databaseThatFellSilentWhileRequestsWaitedLeavesTheQuestionOpen() {
        assertSkipped(PoolScenes.silentDatabase(), DatabaseLoad.INPUTS.toArray(Input[]::new));
    }

    @Test
    void hiddenSessionsLowerTheConfidence() {
        assertThat(finding(firing().with(PostgresSignals.HIDDEN, 1)).confidence())
                .isEqualTo(Confidence.LOW);
    }

    @Test
    void lessTimeThanARunTakesLeavesTheQuestionOpen() {
        assertSkipped(PoolScenes.waiting(0, 4), PoolSignals.AWAITING);

        assertQuiet(PoolScenes.waiting(0, 5));
    }
}
