package org.millrace.advisor.rule.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Input;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.StatedSettings;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.model.signal.TimeSignals;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.analysis.DatabaseLoad;

class PoolTooSmallTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new PoolTooSmall();
    }

    @Override
    protected Windows firing() {
        return PoolScenes.waiting(5);
    }

    @Override
    protected Windows quiet() {
        return PoolScenes.waiting(4);
    }

    @Test
    void sizeProposedIsTheLoadPlusTwiceItsSquareRoot() {
        Finding finding = finding();

        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding.change().orElseThrow().apply())
                .containsExactly(new Step(Step.Kind.OPTION, "db-pool-max-size", "5", "26"));
    }

    @Test
    void sizeProposedLeavesHalfOfTheFreeConnectionsToOthers() {
        Finding finding = finding(firing().with(PostgresSignals.MAX_CONNECTIONS, 29));

        assertThat(finding.change().orElseThrow().apply()).extracting(Step::to).containsExactly("10");
        assertThat(finding.why())
                .contains("take a pool of 26 connections")
                .contains("10 are as many as")
                .doesNotContain("would serve this load");
    }

    @Test
    void whatIsFreeIsForAllNodes() {
        Finding finding = finding(firing().with(ClusterSignals.SIZE, 3));

        assertThat(finding.change().orElseThrow().apply()).extracting(Step::to).containsExactly("18");
        assertThat(finding.why()).contains("18 are as many as the database has left for it");
    }

    @Test
    void sizeProposedIsAtMostTenForEachCore() {
        Finding finding = finding(firing().with(PostgresSignals.CORES, 2));
        Finding largest = finding(firing().with(PostgresSignals.CORES, 2)
                .with(PoolSignals.MAX, 20)
                .with(PoolSignals.ACTIVE, 20));

        assertThat(finding.change().orElseThrow().apply()).extracting(Step::to).containsExactly("20");
        assertThat(finding.why()).contains("cores carry: some will still wait").doesNotContain("max_connections");
        assertThat(largest.change()).isEmpty();
        assertThat(largest.why()).contains("cores carry no larger pool").doesNotContain("max_connections");
    }

    @Test
    void noPoolHelpsWhereTheProcessorsAreUsedUp() {
        Finding finding = finding(processors(0.86));

        assertThat(finding.change()).isEmpty();
        assertThat(finding.symptom()).isFalse();
        assertThat(finding.why()).contains("86 % of the processors were used");
        assertThat(finding(processors(0.84)).symptom()).isTrue();
        assertThat(finding(processors(0.84)).change()).isPresent();
        assertThat(finding(processors(0.4).with(TimeSignals.DATABASE_PROCESSORS, 1.9))
                        .change())
                .as("used up by node and database together")
                .isEmpty();
    }

    private Windows processors(double share) {
        return firing().with(JvmSignals.PROCESSORS, 4).with(JvmSignals.CPU_TIME, 0, 4 * share);
    }

    @Test
    void noSizeIsProposedIfTheDatabaseHasNoConnectionsLeft() {
        Finding finding = finding(firing().with(PostgresSignals.MAX_CONNECTIONS, 9));

        assertThat(finding.change()).isEmpty();
        assertThat(finding.why()).contains("max_connections");
    }

    @Test
    void noSizeIsProposedIfItIsNotKnownWhatIsFree() {
        for (Signal unknown : List.of(PostgresSignals.MAX_CONNECTIONS, PostgresSignals.SESSIONS)) {
            Finding finding = finding(firing().without(unknown));

            assertThat(finding.change()).isEmpty();
            assertThat(finding.why()).contains("not known").doesNotContain("would serve");
        }
    }

    @Test
    void whatOtherNodesHoldIdleIsNotCountedAgainstThisPool() {
        assertThat(finding(firing().with(PostgresSignals.IDLE_IN_TRANSACTION, 50))
                        .change())
                .isPresent();
    }

    @Test
    void connectionsHeldIdleAreNoReasonForMore() {
        assertQuiet(firing().with(PostgresSignals.OWN_IDLE_IN_TRANSACTION, 4));
    }

    @Test
    void withoutTheNumberOfCoresTheConfidenceIsLower() {
        Finding finding = finding(firing().without(PostgresSignals.CORES));

        assertThat(finding.confidence()).isEqualTo(Confidence.MEDIUM);
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

    @Test
    void sizeProposedFitsTheNodesThatThereMayBe() {
        Windows grown = firing().with(PostgresSignals.MAX_CONNECTIONS, 200).with(StatedSettings.MAX_NODES, "10");

        assertThat(Integer.parseInt(
                        finding(grown).change().orElseThrow().apply().get(0).to()))
                .isGreaterThan(5)
                .isLessThan(20);
    }
}
