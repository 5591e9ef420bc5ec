package org.millrace.advisor.rule.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.LoadTestSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class GeneratorBusyTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new GeneratorBusy();
    }

    @Override
    protected Windows firing() {
        return LoadTestWindows.run(50, 0.02, 1249);
    }

    @Override
    protected Windows quiet() {
        return LoadTestWindows.run(50, 0.02, 1250);
    }

    /** Between the two bounds by which either its users or it itself is the limit, idle stations decide. */
    @Test
    void usersThatMadeLessThanTheyCouldBeforeIdleStationsWereInTheGenerator() {
        Windows run = LoadTestWindows.run(100, 0.02, 4249).with(LoadTestSignals.ROUTER_CPU, 0.49);

        assertThat(finding(run).why()).contains("nothing behind it was used to more than 49 %");
        assertQuiet(LoadTestWindows.run(100, 0.02, 4249));
        assertQuiet(LoadTestWindows.run(100, 0.02, 4249).with(LoadTestSignals.ROUTER_CPU, 0.5));
        assertQuiet(LoadTestWindows.run(100, 0.02, 4250).with(LoadTestSignals.ROUTER_CPU, 0.49));
    }

    @Test
    void itsOwnProcessorsAndErrorsCount() {
        assertThat(finding(quiet().with(LoadTestSignals.GENERATOR_CPU, 0.8)).why())
                .contains("80 % of its processors");
        assertThat(finding(quiet().with(LoadTestSignals.GENERATOR_ERRORS, 0.05)).why())
                .contains("the server saw none");
        assertQuiet(quiet().with(LoadTestSignals.GENERATOR_ERRORS, 0.05).with(LoadTestSignals.SERVER_ERRORS, 0.05));
    }
}
