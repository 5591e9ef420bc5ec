package org.millrace.advisor.rule.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.model.setting.StatedSettings;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class ClusterSplitTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new ClusterSplit();
    }

    @Override
    protected Windows firing() {
        return cluster(3, 3).during(30, ClusterSignals.MERGES, 0, 1);
    }

    @Override
    protected Windows quiet() {
        return cluster(3, 2);
    }

    private static Windows cluster(double before, double now) {
        return Windows.of(60).during(30, ClusterSignals.SIZE, before, now).with(ClusterSignals.MERGES, 4);
    }

    @Test
    void clusterThatStaysSmallerIsANote() {
        Finding finding = finding(smaller(91));

        assertThat(finding.severity()).isEqualTo(Severity.INFO);
        assertThat(finding.why()).startsWith("This node has seen 2 nodes for 60 seconds, and saw 3 before.");
        assertQuiet(smaller(90));
        assertQuiet(smaller(91).during(30, ClusterSignals.SIZE, 2, 3));
    }

    /** Two nodes from the 31st second on. */
    private static Windows smaller(int seconds) {
        return Windows.of(seconds).during(30, ClusterSignals.SIZE, 3, 2).with(ClusterSignals.MERGES, 4);
    }

    @Test
    void nodeThatIsLeftAloneIsAWarning() {
        assertThat(finding(alone(91)).severity()).isEqualTo(Severity.WARNING);
        assertQuiet(cluster(1, 1));
    }

    @Test
    void nodeWhoseOnlyCompanionIsRestartedIsNotLeftAlone() {
        assertQuiet(alone(60));
        assertQuiet(alone(90));
    }

    /** Of two nodes, one from the 31st second on. */
    private static Windows alone(int seconds) {
        return Windows.of(seconds).during(30, ClusterSignals.SIZE, 2, 1).with(ClusterSignals.MERGES, 4);
    }

    @Test
    void nodesThatHaveNeverSeenEachOtherAreCounted() {
        Finding finding = finding(cluster(2, 2).with(ClusterSignals.ADVISORS, 4));

        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding.why())
                .startsWith("4 nodes of this site use the database, and this one sees 2 in its cluster")
                .contains("for 60 seconds", "port 7800");
        assertQuiet(cluster(2, 2).with(ClusterSignals.ADVISORS, 2));
    }

    @Test
    void nodeThatIsOnlyComingHasItsTime() {
        Windows two = Windows.of(90).with(ClusterSignals.SIZE, 2).with(ClusterSignals.MERGES, 4);

        assertQuiet(two.during(30, ClusterSignals.ADVISORS, 2, 3));
        assertQuiet(two.during(89, ClusterSignals.ADVISORS, 3, 2));
        assertThat(finding(two.during(29, ClusterSignals.ADVISORS, 2, 3)).severity())
                .isEqualTo(Severity.CRITICAL);
    }

    @Test
    void nodesOfAnotherSiteUseTheDatabaseToo() {
        Windows sites = cluster(2, 2).with(ClusterSignals.ADVISORS, 4);

        assertQuiet(sites.with(KeycloakSettings.CACHE_REMOTE_HOST, "infinispan"));
        Finding stated = finding(sites.with(StatedSettings.OTHER_SITE_NODES, "1"));
        assertThat(stated.severity()).isEqualTo(Severity.WARNING);
        assertThat(stated.why())
                .startsWith("3 nodes of this site use the database")
                .endsWith("Or the other site has more nodes than other-site-nodes says.");
        assertQuiet(sites.without(StatedSettings.OTHER_SITE_NODES).with(StatedSettings.OTHER_SITE_NODES, "2"));
    }

    /** Connections do not tell which schema they are at. */
    @Test
    void nodesOfAnotherInstallationInADatabaseOfSeveralSchemasAreNotCounted() {
        assertQuiet(cluster(2, 2).with(ClusterSignals.ADVISORS, 4).with(KeycloakSettings.DB_SCHEMA, "iam"));
    }

    @Test
    void sampleThatTheDatabaseDidNotAnswerEndsNoSplit() {
        assertThat(finding(cluster(2, 2).with(ClusterSignals.ADVISORS, 4).missing(30, ClusterSignals.ADVISORS))
                        .severity())
                .isEqualTo(Severity.CRITICAL);
    }

    @Test
    void featuresTellThatSeveralClustersShareTheDatabase() {
        assertQuiet(
                cluster(2, 2).with(ClusterSignals.ADVISORS, 4).with(KeycloakSettings.FEATURES, "docker,multi-site:v1"));
        assertThat(finding(cluster(2, 2)
                                .with(ClusterSignals.ADVISORS, 4)
                                .unset(KeycloakSettings.CACHE_REMOTE_HOST)
                                .with(KeycloakSettings.FEATURES, "docker"))
                        .severity())
                .isEqualTo(Severity.CRITICAL);
    }
}
