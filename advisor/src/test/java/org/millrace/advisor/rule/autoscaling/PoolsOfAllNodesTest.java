package org.millrace.advisor.rule.autoscaling;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.StatedSettings;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class PoolsOfAllNodesTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new PoolsOfAllNodes();
    }

    @Override
    protected Windows firing() {
        return nodes("16");
    }

    @Override
    protected Windows quiet() {
        return nodes("15");
    }

    /** Ten connections each, of 163 less what is reserved. */
    private static Windows nodes(String most) {
        return Windows.of(10)
                .with(StatedSettings.MAX_NODES, most)
                .with(PoolSignals.MAX, 10)
                .with(PostgresSignals.MAX_CONNECTIONS, 163)
                .with(PostgresSignals.RESERVED_CONNECTIONS, 3);
    }

    @Test
    void nodesOfTheOtherSiteHavePoolsToo() {
        assertThat(finding(nodes("15").with(StatedSettings.OTHER_SITE_NODES, "1"))
                        .why())
                .contains("16 nodes");
    }

    /** The article's cluster would have failed with the default of its database. */
    @Test
    void fortyFiveConnectionsAreTooFewForFifteenNodes() {
        Finding finding = finding(nodes("15").with(PostgresSignals.MAX_CONNECTIONS, 45));

        assertThat(finding.change()).isEmpty();
        assertThat(finding.why())
                .contains("No pool of 10 or more fits on all of them. Fewer nodes fit, or a higher max_connections");
    }

    @Test
    void smallerPoolIsProposedWhereItIsLargeEnough() {
        Finding finding = finding(nodes("15").with(PoolSignals.MAX, 12));

        assertThat(finding.change().orElseThrow().apply()).extracting(Step::to).containsExactly("10");
        assertThat(finding.why()).contains("A pool of 10 fits; so do fewer nodes, or a higher max_connections");
    }

    @Test
    void sizesOfThePoolsSayNothingBehindAPooler() {
        assertQuiet(firing().with(PostgresSignals.SESSIONS, 20)
                .with(PoolSignals.ACTIVE, 1)
                .with(PoolSignals.AVAILABLE, 20));
    }
}
