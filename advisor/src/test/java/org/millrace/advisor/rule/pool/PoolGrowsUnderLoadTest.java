package org.millrace.advisor.rule.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class PoolGrowsUnderLoadTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new PoolGrowsUnderLoad();
    }

    @Override
    protected Windows firing() {
        return quiet().with(PoolSignals.INITIAL, 0).with(PoolSignals.MIN, 0);
    }

    @Override
    protected Windows quiet() {
        return Windows.of(60)
                .with(PoolSignals.INITIAL, 20)
                .with(PoolSignals.MIN, 20)
                .with(PoolSignals.MAX, 20)
                .with(PostgresSignals.MAX_CONNECTIONS, 100)
                .with(PostgresSignals.RESERVED_CONNECTIONS, 3);
    }

    @Test
    void onlyWhatDiffersIsSet() {
        assertThat(finding(quiet().with(PoolSignals.MIN, 5))
                        .change()
                        .orElseThrow()
                        .apply())
                .containsExactly(new Step(Step.Kind.OPTION, "db-pool-min-size", "5", "20"));
    }

    @Test
    void poolsThatTheDatabaseHasNoConnectionsForAreNotKeptOpen() {
        assertThat(finding(pools(3, 29)).change()).isPresent();
        Finding finding = finding(pools(3, 30));

        assertThat(finding.change()).isEmpty();
        assertThat(finding.why()).contains("as many connections for 3 nodes", "KC-POOL-003");
        assertThat(finding(pools(3, 100)).change()).isEmpty();
    }

    private Windows pools(double nodes, double connections) {
        return firing().with(ClusterSignals.SIZE, nodes).with(PoolSignals.MAX, connections);
    }

    @Test
    void nothingIsProposedIfItIsNotKnownHowManyConnectionsThereAre() {
        for (Signal unknown : List.of(PostgresSignals.MAX_CONNECTIONS, PostgresSignals.RESERVED_CONNECTIONS)) {
            Finding finding = finding(firing().without(unknown));

            assertThat(finding.change()).isEmpty();
            assertThat(finding.why()).contains("is unknown");
        }
    }

    /** A server without load makes its first connections for the requests that look at it. */
    @Test
    void firstRequestsAfterAStartAreNoReasonToWarn() {
        Finding finding = finding(firing().with(PoolSignals.CREATED, 0, 0.1)
                .with(PoolSignals.CREATION_TIME, 0, 14)
                .with(PoolSignals.BLOCKING_TIME, 0, 28));

        assertThat(finding.severity()).isEqualTo(Severity.INFO);
        assertThat(finding.why()).doesNotContain("that requests waited");
    }

    @Test
    void costOfGrowingIsShownWhereItMatters() {
        Finding finding = finding(firing().with(PoolSignals.CREATED, 0, 0.1)
                .with(PoolSignals.CREATION_TIME, 0, 140)
                .with(PoolSignals.BLOCKING_TIME, 0, 280));

        assertThat(finding.why()).contains("50 % of the time that requests waited");
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding().severity()).isEqualTo(Severity.INFO);
    }
}
