package org.millrace.advisor.rule.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class ReplicationSlowTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new ReplicationSlow();
    }

    @Override
    protected Windows firing() {
        return writing(0.1, 5);
    }

    @Override
    protected Windows quiet() {
        return writing(0.099, 4.9);
    }

    /** A hundred writes a second. */
    private static Windows writing(double failed, double milliseconds) {
        return Windows.of(60)
                .with(ClusterSignals.SIZE, 2)
                .with(ClusterSignals.REPLICATIONS, 0, 100)
                .with(ClusterSignals.FAILED_REPLICATIONS, 0, failed)
                .with(ClusterSignals.STORES, 0, 100)
                .with(ClusterSignals.STORE_TIME, 0, milliseconds / 10);
    }

    @Test
    void slowWritesAreNotTheBottleneckIfRequestsSpendTheirTimeElsewhere() {
        Windows slow = writing(0, 6);

        assertThat(finding(slow.with(HttpSignals.REQUEST_TIME, 0, 20)))
                .returns(Severity.INFO, Finding::severity)
                .extracting(Finding::why)
                .asString()
                .contains("3 % of the requests' time");
        assertThat(finding(slow.with(HttpSignals.REQUEST_TIME, 0, 6)).severity())
                .isEqualTo(Severity.WARNING);
        assertThat(finding(writing(0, 6)).severity()).isEqualTo(Severity.WARNING);
        assertThat(finding(writing(1, 6).with(HttpSignals.REQUEST_TIME, 0, 20)).severity())
                .isEqualTo(Severity.WARNING);
    }

    @Test
    void nodeAloneReplicatesNothing() {
        assertQuiet(firing().with(ClusterSignals.SIZE, 1));
    }

    @Test
    void replicationsThatFailNeedNoWritesToBeSeen() {
        assertThat(finding(replicating(1500)).why())
                .contains("Of the replications 5 % failed")
                .doesNotContain("on average");
        assertQuiet(replicating(990));
    }

    /** In a minute, with one in twenty that fails, and ten writes that take a second each. */
    private static Windows replicating(double replications) {
        return Windows.of(60)
                .with(ClusterSignals.SIZE, 2)
                .with(ClusterSignals.REPLICATIONS, 0, replications / 60)
                .with(ClusterSignals.FAILED_REPLICATIONS, 0, replications / 60 / 20)
                .with(ClusterSignals.STORES, 0, 10.0 / 60)
                .with(ClusterSignals.STORE_TIME, 0, 10.0 / 60);
    }
}
