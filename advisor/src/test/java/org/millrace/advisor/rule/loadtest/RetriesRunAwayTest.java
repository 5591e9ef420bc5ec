package org.millrace.advisor.rule.loadtest;

import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.LoadTestSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class RetriesRunAwayTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new RetriesRunAway();
    }

    @Override
    protected Windows firing() {
        return Windows.of(1).with(LoadTestSignals.ATTEMPTS, 10).with(LoadTestSignals.SUCCESSES, 8.9);
    }

    @Override
    protected Windows quiet() {
        return Windows.of(1).with(LoadTestSignals.ATTEMPTS, 10).with(LoadTestSignals.SUCCESSES, 9);
    }
}
