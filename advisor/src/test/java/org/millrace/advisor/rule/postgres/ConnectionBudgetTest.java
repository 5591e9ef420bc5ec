package org.millrace.advisor.rule.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.diagnosis.CausalGraph;
import org.millrace.advisor.diagnosis.Diagnosis;
import org.millrace.advisor.diagnosis.Diagnostician;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.StatedSettings;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.autoscaling.PoolsOfAllNodes;

class ConnectionBudgetTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new ConnectionBudget();
    }

    @Override
    protected Windows firing() {
        return nodes(3, 31);
    }

    @Override
    protected Windows quiet() {
        return nodes(3, 30);
    }

    private static Windows nodes(int nodes, int pool) {
        return Windows.of(10)
                .with(ClusterSignals.SIZE, nodes)
                .with(PoolSignals.MAX, pool)
                .with(PostgresSignals.SESSIONS, 20)
                .with(PostgresSignals.MAX_CONNECTIONS, 103)
                .with(PostgresSignals.RESERVED_CONNECTIONS, 3);
    }

    @Test
    void nodeThatKnowsOfNoOthersIsTheOnlyOne() {
        assertQuiet(nodes(3, 90).without(ClusterSignals.SIZE));
    }

    @Test
    void theMoreIsWantedOfWhatThereIsTheWorse() {
        assertThat(finding(nodes(2, 46)).severity()).isEqualTo(Severity.INFO);
        assertThat(finding(nodes(2, 50)).severity()).isEqualTo(Severity.INFO);
        assertThat(finding(nodes(2, 51)).severity()).isEqualTo(Severity.WARNING);
        assertThat(finding(nodes(2, 51).with(PostgresSignals.SESSIONS, 91)).severity())
                .isEqualTo(Severity.CRITICAL);
    }

    @Test
    void connectionsThatOthersUseUpAreGoneToo() {
        assertQuiet(quiet().with(PostgresSignals.SESSIONS, 90));
        assertThat(finding(quiet().with(PostgresSignals.SESSIONS, 91)).severity())
                .isEqualTo(Severity.CRITICAL);
    }

    @Test
    void nodesOfTheOtherSiteHavePoolsToo() {
        Windows stated = nodes(2, 30).with(StatedSettings.OTHER_SITE_NODES, "2");

        assertThat(finding(stated).why()).contains("4 nodes may open 120 connections, 30 each");
    }

    @Test
    void poolThatIsProposedFitsAllNodesThereMayBe() {
        assertThat(to(finding())).isEqualTo("30");
        assertThat(to(finding(firing().with(StatedSettings.MAX_NODES, "9")))).isEqualTo("10");
    }

    @Test
    void poolThatWouldKeepKeycloakFromStartingIsNotProposed() {
        Finding finding = finding(nodes(4, 20).with(PostgresSignals.MAX_CONNECTIONS, 20));

        assertThat(finding.change()).isEmpty();
        assertThat(finding.why())
                .endsWith("No pool of 10 or more fits on all nodes: raise max_connections, or take nodes away.");
        assertThat(finding().why()).endsWith("Make the pools of all nodes fit, or raise max_connections.");
    }

    @Test
    void poolsThatFitAreNotToBlame() {
        Finding finding = finding(quiet().with(PostgresSignals.SESSIONS, 91));

        assertThat(finding.change()).isEmpty();
        assertThat(finding.why()).endsWith("Raise max_connections, or have its clients use fewer.");
    }

    @Test
    void sizesOfThePoolsSayNothingBehindAPooler() {
        Windows multiplexed = firing().with(PoolSignals.ACTIVE, 1).with(PoolSignals.AVAILABLE, 20);

        assertQuiet(multiplexed);
        assertThat(finding(multiplexed.with(PoolSignals.AVAILABLE, 19)).why())
                .as("as many sessions as open connections")
                .startsWith("3 nodes may open");
    }

    @Test
    void poolOfThePoolerIsAtFaultBehindOne() {
        Finding finding = finding(firing().with(PostgresSignals.SESSIONS, 91)
                .with(PoolSignals.ACTIVE, 1)
                .with(PoolSignals.AVAILABLE, 91));

        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding.change()).isEmpty();
        assertThat(finding.why()).contains("Lower default_pool_size of the pooler");
    }

    private static @Nullable String to(Finding finding) {
        return finding.change().orElseThrow().apply().get(0).to();
    }

    @Test
    void oneFindingSpeaksOfThePoolsOfAllNodes() {
        Windows both = nodes(3, 40).with(StatedSettings.MAX_NODES, "9");

        List<Rule> rules = List.of(rule(), new PoolsOfAllNodes());
        Diagnosis diagnosis = new Diagnostician(rules, CausalGraph.of(rules)).diagnose(both.build(), Instant.EPOCH);

        assertThat(diagnosis.findings())
                .extracting(ranked -> ranked.rule().id())
                .containsExactly("KC-PG-002");
        assertThat(diagnosis.suppressed()).containsExactly(new Diagnosis.Suppressed("KC-HPA-004", "KC-PG-002"));
    }
}
