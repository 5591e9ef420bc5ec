package org.millrace.advisor.rule.cache;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.CacheSignals;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class SessionCacheMissingTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new SessionCacheMissing();
    }

    @Override
    protected Windows firing() {
        return missing(69);
    }

    @Override
    protected Windows quiet() {
        return missing(70);
    }

    private static Windows missing(double hits) {
        return Windows.of(60)
                .with(CacheSignals.hits("sessions"), 0, hits)
                .with(CacheSignals.misses("sessions"), 0, 100 - hits)
                .with(CacheSignals.entries("sessions"), 9600)
                .with(CacheSignals.maxEntries("sessions"), 10_000);
    }

    @Test
    void cacheWithRoomIsNotTooSmall() {
        assertQuiet(firing().with(CacheSignals.entries("sessions"), 9400));
    }
}
