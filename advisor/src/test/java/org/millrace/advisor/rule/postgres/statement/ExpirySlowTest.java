package org.millrace.advisor.rule.postgres.statement;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.LoadSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class ExpirySlowTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new ExpirySlow();
    }

    @Override
    protected Windows firing() {
        return expiring(60);
    }

    @Override
    protected Windows quiet() {
        return expiring(59);
    }

    /** Two runs. */
    private static Windows expiring(double seconds) {
        return Windows.of(300)
                .during(100, LoadSignals.EXPIRATIONS, 5, 7)
                .during(100, LoadSignals.EXPIRATION_TIME, 1, 1 + seconds);
    }

    @Test
    void withoutARunNothingIsKnown() {
        assertSkipped(
                Windows.of(60).with(LoadSignals.EXPIRATIONS, 5).with(LoadSignals.EXPIRATION_TIME, 1),
                LoadSignals.EXPIRATIONS);
    }
}
