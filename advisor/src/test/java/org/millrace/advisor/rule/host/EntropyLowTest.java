package org.millrace.advisor.rule.host;

import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.HostSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class EntropyLowTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new EntropyLow();
    }

    @Override
    protected Windows firing() {
        return Windows.of(60).with(HostSignals.ENTROPY, 199);
    }

    @Override
    protected Windows quiet() {
        return Windows.of(60).during(59, HostSignals.ENTROPY, 10, 200);
    }
}
