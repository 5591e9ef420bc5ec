package org.millrace.advisor.rule.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.LoadTestSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class HandshakesInTestTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new HandshakesInTest();
    }

    @Override
    protected Windows firing() {
        return Windows.of(1).with(LoadTestSignals.CONNECTIONS_PER_REQUEST, 0.51);
    }

    @Override
    protected Windows quiet() {
        return Windows.of(1).with(LoadTestSignals.CONNECTIONS_PER_REQUEST, 0.5);
    }

    @Test
    void handshakesThatLeaveProcessorsIdleAreNoLimit() {
        assertThat(finding().symptom()).isFalse();
        assertThat(finding(firing().with(LoadTestSignals.SERVER_CPU, 0.69)).symptom())
                .isFalse();
        assertThat(finding(firing().with(LoadTestSignals.SERVER_CPU, 0.7)).symptom())
                .isTrue();
        assertThat(finding(firing().with(LoadTestSignals.ROUTER_CPU, 0.7)).symptom())
                .isTrue();
    }
}
