package org.millrace.advisor.rule.pool;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class AcquisitionsTimeOutTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new AcquisitionsTimeOut();
    }

    @Override
    protected Windows firing() {
        return waiting(5);
    }

    @Override
    protected Windows quiet() {
        return waiting(4);
    }

    /** With one error a second. */
    private static Windows waiting(int seconds) {
        return Windows.of(60)
                .during(seconds, PoolSignals.AWAITING, 7, 0)
                .with(PoolSignals.ACQUISITION_TIMEOUT, 5)
                .with(HttpSignals.SERVER_ERRORS, 0, 1);
    }

    @Test
    void errorsAtOtherTimesDoNotCount() {
        assertQuiet(firing().during(30, HttpSignals.SERVER_ERRORS, 0, 50));
    }
}
