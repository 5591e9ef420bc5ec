package org.millrace.advisor.rule.pool;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class ConnectionsBreakTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new ConnectionsBreak();
    }

    @Override
    protected Windows firing() {
        return broken(3, 3000);
    }

    @Override
    protected Windows quiet() {
        return broken(3, 3001);
    }

    private static Windows broken(double connections, double taken) {
        return Windows.of(60)
                .during(30, PoolSignals.INVALID, 5, 5 + connections)
                .during(30, PoolSignals.ACQUIRED, 100, 100 + taken);
    }

    @Test
    void twoAreChance() {
        assertQuiet(broken(2, 2));
    }
}
