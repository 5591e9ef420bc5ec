package org.millrace.advisor.rule.cache;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.CacheSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class CachesTooLargeTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new CachesTooLarge();
    }

    @Override
    protected Windows firing() {
        return cached(50_000);
    }

    @Override
    protected Windows quiet() {
        return cached(49_999);
    }

    private static Windows cached(double entries) {
        return Windows.of(10)
                .with(JvmSignals.LIVE_SET, 700)
                .with(JvmSignals.HEAP_MAX, 1000)
                .with(CacheSignals.entries("users"), 1000)
                .with(CacheSignals.entries("realms"), entries);
    }

    @Test
    void heapWithRoomMayBeUsed() {
        assertQuiet(firing().with(JvmSignals.LIVE_SET, 690));
    }
}
