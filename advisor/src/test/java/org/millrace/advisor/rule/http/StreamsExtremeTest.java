package org.millrace.advisor.rule.http;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.QuarkusSettings;
import org.millrace.advisor.model.signal.ThreadSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class StreamsExtremeTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new StreamsExtreme();
    }

    @Override
    protected Windows firing() {
        return Windows.of(10).with(QuarkusSettings.MAX_STREAMS, "201").with(ThreadSignals.MAX, 50);
    }

    @Override
    protected Windows quiet() {
        return Windows.of(10).with(QuarkusSettings.MAX_STREAMS, "200").with(ThreadSignals.MAX, 50);
    }

    @Test
    void defaultIsFineForFewThreads() {
        assertQuiet(Windows.of(10).with(QuarkusSettings.MAX_STREAMS, "100").with(ThreadSignals.MAX, 4));
        assertQuiet(Windows.of(10).unset(QuarkusSettings.MAX_STREAMS).with(ThreadSignals.MAX, 4));
    }
}
