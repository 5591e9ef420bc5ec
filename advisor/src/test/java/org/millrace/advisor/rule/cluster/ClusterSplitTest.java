package org.millrace.advisor.rule.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.ClusterSignals;
import org.millrace.advisor.model.Windows;
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
        assertThat(finding(cluster(3, 1)).severity()).isEqualTo(Severity.WARNING);
        assertQuiet(cluster(1, 1));
    }
}
