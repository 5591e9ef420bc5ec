package org.millrace.advisor.rule.cache;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.CacheSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class CachesColdTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new CachesCold();
    }

    @Override
    protected Windows firing() {
        return warming(1799);
    }

    @Override
    protected Windows quiet() {
        return warming(1800);
    }

    /** From half of the reads to four fifths of them. */
    private static Windows warming(double uptime) {
        return Windows.of(90)
                .with(JvmSignals.UPTIME, uptime)
                .series(CacheSignals.hits("users"), ramp(0.5, 0.8, true))
                .series(CacheSignals.misses("users"), ramp(0.5, 0.8, false));
    }

    private static double[] ramp(double first, double last, boolean hits) {
        double[] values = new double[91];
        for (int i = 1; i < values.length; i++) {
            double share = first + (last - first) * i / 90;
            values[i] = values[i - 1] + 50 * (hits ? share : 1 - share);
        }
        return values;
    }

    @Test
    void cacheThatDoesNotGetBetterIsTooSmallInstead() {
        assertQuiet(firing().with(CacheSignals.hits("users"), 0, 30).with(CacheSignals.misses("users"), 0, 20));
    }

    @Test
    void fewReadsSayNothing() {
        assertQuiet(firing().with(CacheSignals.hits("users"), 0, 1).with(CacheSignals.misses("users"), 0, 1));
    }
}
