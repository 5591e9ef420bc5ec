package org.millrace.advisor.rule.sessions;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.LoadSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class RefreshesFrequentTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new RefreshesFrequent();
    }

    @Override
    protected Windows firing() {
        return refreshing(20.1);
    }

    @Override
    protected Windows quiet() {
        return refreshing(20);
    }

    private static Windows refreshing(double perSecond) {
        return Windows.of(60).with(LoadSignals.REFRESHES, 0, perSecond).with(LoadSignals.LOGINS, 0, 1);
    }

    /** The guide's own mix. */
    @Test
    void eightForEachLoginAreUsual() {
        assertQuiet(Windows.of(60).with(LoadSignals.REFRESHES, 0, 360).with(LoadSignals.LOGINS, 0, 45));
    }
}
