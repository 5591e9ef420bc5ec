package org.millrace.advisor.rule.observability;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.model.signal.ThreadSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class MetricsUnavailableTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new MetricsUnavailable();
    }

    @Override
    protected Windows firing() {
        return busy(10);
    }

    @Override
    protected Windows quiet() {
        return busy(9);
    }

    private static Windows busy(int seconds) {
        return Windows.of(60).during(seconds, ThreadSignals.UTILISATION, 1, 0.5).with(ThreadSignals.QUEUE, 3);
    }

    @Test
    void probesGetTheirAnswerInALineThatMovesFast() {
        assertQuiet(firing().with(HttpSignals.REQUESTS, 0, 3.1));
        finding(firing().with(HttpSignals.REQUESTS, 0, 3));
    }

    @Test
    void busyThreadsWithoutAQueueAnswerTheNextRequest() {
        assertQuiet(firing().with(ThreadSignals.QUEUE, 0));
    }
}
