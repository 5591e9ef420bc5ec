package org.millrace.advisor.rule.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class PoolOversizedTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new PoolOversized();
    }

    @Override
    protected Windows firing() {
        return pool(41);
    }

    @Override
    protected Windows quiet() {
        return pool(40);
    }

    private static Windows pool(double connections) {
        return Windows.of(60)
                .with(PoolSignals.MAX, connections)
                .with(PostgresSignals.CORES, 4)
                .with(PostgresSignals.ACTIVE, 1)
                .with(PostgresSignals.WAITING_FOR_LOCK, 0)
                .with(PostgresSignals.WAITING_FOR_LATCH, 0);
    }

    private static Windows contended(double connections) {
        return pool(connections).with(PostgresSignals.ACTIVE, 40).with(PostgresSignals.WAITING_FOR_LATCH, 20);
    }

    @Test
    void withoutContentionItIsANoteAndNoBottleneck() {
        assertThat(finding().severity()).isEqualTo(Severity.INFO);
        assertThat(finding().symptom()).isFalse();
    }

    @Test
    void contentionMakesItABottleneck() {
        assertThat(finding(contended(41)).symptom()).isTrue();
        assertThat(finding(contended(120)).severity()).isEqualTo(Severity.WARNING);
        assertThat(finding(contended(121)).severity()).isEqualTo(Severity.CRITICAL);
    }

    @Test
    void poolsOfAllNodesCount() {
        assertThat(finding(pool(40).with(ClusterSignals.SIZE, 2)).why())
                .contains("2 nodes may open 40 connections each");
    }

    @Test
    void sizeProposedUnderContentionIsWhatWasUsedAndABitMoreWithinTheBudget() {
        assertThat(finding(contended(100).with(PoolSignals.ACTIVE, 9))
                        .change()
                        .orElseThrow()
                        .apply())
                .containsExactly(new Step(Step.Kind.OPTION, "db-pool-max-size", "100", "15"));
        assertThat(finding(contended(100).with(PoolSignals.ACTIVE, 90))
                        .change()
                        .orElseThrow()
                        .apply())
                .extracting(Step::to)
                .containsExactly("40");
        assertThat(finding(contended(100).with(PoolSignals.ACTIVE, 1))
                        .change()
                        .orElseThrow()
                        .apply())
                .extracting(Step::to)
                .containsExactly("10");
    }

    @Test
    void whatIsUsedAtNightDoesNotSizeThePool() {
        Windows night = pool(100).with(PostgresSignals.CORES, 8).with(PoolSignals.ACTIVE, 1);

        assertThat(finding(night).change().orElseThrow().apply())
                .containsExactly(new Step(Step.Kind.OPTION, "db-pool-max-size", "100", "80"));
    }

    @Test
    void queueBehindOneCulpritIsNoFaultOfThePool() {
        assertThat(finding(contended(100)
                                .with(PostgresSignals.WAITING_FOR_LOCK, 39)
                                .with(PostgresSignals.BLOCKER, 4711))
                        .symptom())
                .isFalse();
    }

    @Test
    void tenConnectionsAreNeverTooMany() {
        assertQuiet(pool(10).with(PostgresSignals.CORES, 1).with(ClusterSignals.SIZE, 3));
    }

    @Test
    void sizesThatAreHigherThanTheOneProposedGoAlong() {
        assertThat(finding(pool(100).with(PoolSignals.INITIAL, 10).with(PoolSignals.MIN, 100))
                        .change()
                        .orElseThrow()
                        .apply())
                .containsExactly(
                        new Step(Step.Kind.OPTION, "db-pool-max-size", "100", "40"),
                        new Step(Step.Kind.OPTION, "db-pool-min-size", "100", "40"));
    }
}
