package org.millrace.advisor.rule.postgres;

import org.millrace.advisor.model.PoolSignals;
import org.millrace.advisor.model.PostgresSignals;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class ConnectionBudgetTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new ConnectionBudget();
    }

    @Override
    protected Windows firing() {
        return pool(90);
    }

    @Override
    protected Windows quiet() {
        return pool(89);
    }

    private static Windows pool(int size) {
        return Windows.of(10)
                .with(PoolSignals.MAX, size)
                .with(PostgresSignals.MAX_CONNECTIONS, 103)
                .with(PostgresSignals.RESERVED_CONNECTIONS, 3);
    }
}
