package org.millrace.advisor.rule.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Input;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.analysis.DatabaseLoad;

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
    void mostSessionsAtTheDiskAreSaturationIfTheyAreAsManyAsCores() {
        Windows disk = PoolScenes.waiting(5).with(PostgresSignals.ACTIVE, 8).with(PostgresSignals.WAITING_FOR_IO, 4);

        assertThat(finding(disk).why()).contains("50 % for the disk");
        assertQuiet(disk.with(PostgresSignals.WAITING_FOR_IO, 3.9));
    }

    @Test
    void fewSessionsThatReadAreNoSaturation() {
        Windows reading =
                PoolScenes.waiting(5).with(PostgresSignals.ACTIVE, 2).with(PostgresSignals.WAITING_FOR_IO, 1.5);

        assertQuiet(reading);
        finding(reading.without(PostgresSignals.CORES));
        assertQuiet(reading.with(PostgresSignals.ACTIVE, 0.9)
                .with(PostgresSignals.WAITING_FOR_IO, 0.9)
                .with(PostgresSignals.RUNNING, 0));
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
