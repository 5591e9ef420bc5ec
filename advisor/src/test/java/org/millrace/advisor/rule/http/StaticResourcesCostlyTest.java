package org.millrace.advisor.rule.http;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class StaticResourcesCostlyTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new StaticResourcesCostly();
    }

    @Override
    protected Windows firing() {
        return serving(0.05, 1);
    }

    @Override
    protected Windows quiet() {
        return serving(0.049, 0.5);
    }

    private static Windows serving(double resources, double all) {
        return Windows.of(60).with(HttpSignals.STATIC_TIME, 0, resources).with(HttpSignals.REQUEST_TIME, 0, all);
    }

    @Test
    void smallShareIsNotWorthACache() {
        assertQuiet(serving(0.4, 10));
    }
}
