package org.millrace.advisor.rule.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.JvmSettings;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.model.signal.ThreadSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class ThreadsExceedTransportTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new ThreadsExceedTransport();
    }

    @Override
    protected Windows firing() {
        return cluster(101);
    }

    @Override
    protected Windows quiet() {
        return cluster(100);
    }

    private static Windows cluster(double threads) {
        return Windows.of(10)
                .with(ThreadSignals.MAX, threads)
                .with(ClusterSignals.SIZE, 2)
                .with(JvmSettings.VERSION, "17")
                .with(JvmSignals.PROCESSORS, 8);
    }

    @Test
    void poolThatIsNearlyUsedUpIsCritical() {
        assertThat(finding(firing().with(ClusterSignals.LARGEST_TRANSPORT_THREADS, 181))
                        .severity())
                .isEqualTo(Severity.CRITICAL);
    }

    @Test
    void virtualThreadsHaveNoSuchLimit() {
        assertQuiet(firing().without(JvmSettings.VERSION).with(JvmSettings.VERSION, "21"));
        assertThat(finding(firing().without(JvmSettings.VERSION)
                        .with(JvmSettings.VERSION, "21")
                        .with(JvmSignals.PROCESSORS, 3)))
                .isNotNull();
    }

    @Test
    void aSingleNodeQueriesNoOther() {
        assertQuiet(cluster(500).with(ClusterSignals.SIZE, 1));
    }

    @Test
    void nodesOfALargeClusterKeepEnoughThreads() {
        assertThat(finding(cluster(50).with(ClusterSignals.SIZE, 25))
                        .change()
                        .orElseThrow()
                        .apply())
                .extracting(Step::to)
                .containsExactly("16");
        assertThat(finding(cluster(16).with(ClusterSignals.SIZE, 25)).change()).isEmpty();
    }
}
