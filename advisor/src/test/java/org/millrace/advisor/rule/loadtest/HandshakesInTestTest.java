package org.millrace.advisor.rule.loadtest;

import org.millrace.advisor.model.LoadTestSignals;
import org.millrace.advisor.model.Windows;
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
}
