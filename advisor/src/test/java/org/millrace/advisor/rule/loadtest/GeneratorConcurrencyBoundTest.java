package org.millrace.advisor.rule.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.LoadTestSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class GeneratorConcurrencyBoundTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new GeneratorConcurrencyBound();
    }

    @Override
    protected Windows firing() {
        return LoadTestWindows.run(100, 0.02, 4250);
    }

    @Override
    protected Windows quiet() {
        return LoadTestWindows.run(100, 0.02, 4249);
    }

    @Test
    void pausesOfTheUsersCount() {
        assertThat(finding(LoadTestWindows.run(100, 0.02, 98).with(LoadTestSignals.THINK_TIME, 0.98))
                        .why())
                .contains("make 100 requests a second at most");
    }

    @Test
    void busyStationIsWhyTheyWait() {
        assertQuiet(firing().with(LoadTestSignals.DATABASE_CPU, 0.71));
        assertQuiet(firing().with(LoadTestSignals.ROUTER_CPU, 0.25)
                .with(LoadTestSignals.ROUTER_CORES, 4)
                .with(LoadTestSignals.ROUTER_PROCESSES, 1));
    }
}
