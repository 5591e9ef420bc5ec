package org.millrace.advisor.rule.threads;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.QuarkusSettings;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class EventLoopsTooManyTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new EventLoopsTooMany();
    }

    @Override
    protected Windows firing() {
        return loops("61");
    }

    @Override
    protected Windows quiet() {
        return loops("60");
    }

    private static Windows loops(String configured) {
        return Windows.of(10).with(QuarkusSettings.EVENT_LOOPS, configured).with(JvmSignals.PROCESSORS, 30);
    }

    @Test
    void defaultIsFine() {
        assertQuiet(Windows.of(10).unset(QuarkusSettings.EVENT_LOOPS).with(JvmSignals.PROCESSORS, 30));
    }
}
