package org.millrace.advisor.rule.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class TransportExhaustedTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new TransportExhausted();
    }

    @Override
    protected Windows firing() {
        return threads(161);
    }

    @Override
    protected Windows quiet() {
        return threads(160);
    }

    private static Windows threads(double size) {
        return Windows.of(60).with(ClusterSignals.TRANSPORT_THREADS, size).with(ClusterSignals.REJECTED_MESSAGES, 3);
    }

    @Test
    void rejectedMessageIsCritical() {
        assertThat(finding(quiet().during(30, ClusterSignals.REJECTED_MESSAGES, 3, 4))
                        .severity())
                .isEqualTo(Severity.CRITICAL);
    }
}
