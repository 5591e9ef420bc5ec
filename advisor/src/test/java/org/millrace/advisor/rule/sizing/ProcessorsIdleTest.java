package org.millrace.advisor.rule.sizing;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class ProcessorsIdleTest extends RuleContract {

    private static final double DAY = 86_400;

    @Override
    protected Rule rule() {
        return new ProcessorsIdle();
    }

    @Override
    protected Windows firing() {
        return running(14);
    }

    @Override
    protected Windows quiet() {
        return running(13.9);
    }

    private static Windows running(double days) {
        return Windows.of(120)
                .with(JvmSignals.UPTIME, days * DAY)
                .with(JvmSignals.PROCESSORS, 8)
                .with(JvmSignals.CPU_TIME, days * DAY * 0.3, 0.3);
    }

    @Test
    void busyMinuteIsNeedEnough() {
        assertQuiet(Windows.of(120)
                .with(JvmSignals.UPTIME, 20 * DAY)
                .with(JvmSignals.PROCESSORS, 8)
                .with(JvmSignals.CPU_TIME, 20 * DAY * 0.3, 2.4));
    }
}
