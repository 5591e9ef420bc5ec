package org.millrace.advisor.rule.cluster;

import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class StateTransferLongTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new StateTransferLong();
    }

    @Override
    protected Windows firing() {
        return moving(60);
    }

    @Override
    protected Windows quiet() {
        return moving(59);
    }

    private static Windows moving(int seconds) {
        return Windows.of(120)
                .during(seconds, ClusterSignals.SEGMENTS_IN_FLIGHT, 40, 0)
                .with(ClusterSignals.SIZE, 3);
    }
}
