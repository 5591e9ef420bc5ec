package org.millrace.advisor.rule.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class HandshakesDominateTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new HandshakesDominate();
    }

    @Override
    protected Windows firing() {
        return busy(3.2, 1.6);
    }

    @Override
    protected Windows quiet() {
        return busy(3.2, 1.5);
    }

    private static Windows busy(double used, double loops) {
        return Windows.of(60)
                .with(JvmSignals.PROCESSORS, 4)
                .with(JvmSignals.CPU_TIME, 0, used)
                .with(JvmSignals.EVENT_LOOP_TIME, 0, loops);
    }

    @Test
    void rateOfNewConnectionsIsEstimatedFromTheirAges() {
        Finding finding = finding(firing().with(HttpSignals.CONNECTIONS, 100).with(HttpSignals.CONNECTION_AGES, 200));

        assertThat(finding.observed())
                .contains(Observation.of("http.server.connections.new.rate", 50, "connections per second"));
    }

    @Test
    void withProcessorsToSpareItIsNoBottleneck() {
        assertQuiet(busy(3.1, 3));
    }
}
