package org.millrace.advisor.rule.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class NodesUnevenlyBusyTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new NodesUnevenlyBusy();
    }

    @Override
    protected Windows firing() {
        return serving(150, 0.9);
    }

    @Override
    protected Windows quiet() {
        return serving(149, 0.9);
    }

    private static Windows serving(double busiest, double cpu) {
        return Windows.of(120)
                .with(ClusterSignals.SIZE, 3)
                .with(ClusterSignals.BUSIEST_REQUESTS, busiest)
                .with(ClusterSignals.MEAN_REQUESTS, 100)
                .with(ClusterSignals.BUSIEST_CPU, cpu)
                .with(ClusterSignals.LEAST_CPU, 0.49);
    }

    @Test
    void nodeThatIsFullWhileAnotherIsFreeIsCritical() {
        assertThat(finding().severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding().symptom()).isTrue();
        assertThat(finding(firing().with(ClusterSignals.LEAST_CPU, 0.5)).severity())
                .isEqualTo(Severity.WARNING);
    }

    @Test
    void thereIsNoSymptomWhileTheBusiestNodeHasCapacity() {
        assertThat(finding(serving(150, 0.79)).symptom()).isFalse();
    }

    @Test
    void nodeThatHasJustComeHasServedNothingYet() {
        assertQuiet(firing().during(60, ClusterSignals.SIZE, 2, 3));
    }

    @Test
    void fewRequestsAreChance() {
        assertQuiet(firing().with(ClusterSignals.MEAN_REQUESTS, 9.9).with(ClusterSignals.BUSIEST_REQUESTS, 29));
    }
}
