package org.millrace.advisor.rule.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.LoadTestSignals;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class RouterBoundTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new RouterBound();
    }

    @Override
    protected Windows firing() {
        return LoadTestWindows.run(50, 0.0311, 500).with(LoadTestSignals.SERVER_TIME, 0.01);
    }

    @Override
    protected Windows quiet() {
        return LoadTestWindows.run(50, 0.03, 500).with(LoadTestSignals.SERVER_TIME, 0.01);
    }

    @Test
    void oneProcessOnFourCoresIsSeenThrough() {
        Finding finding = finding(firing().with(LoadTestSignals.ROUTER_CPU, 0.25)
                .with(LoadTestSignals.ROUTER_CORES, 4)
                .with(LoadTestSignals.ROUTER_PROCESSES, 1));

        assertThat(finding.why()).contains("1 process used 100 %");
        assertThat(finding.confidence()).isEqualTo(Confidence.HIGH);
    }

    /** Two processes on four cores carried more than four in the OpenShift article. */
    @Test
    void processForEachCoreIsNotAnsweredWithMoreOfThem() {
        Windows busy = firing().with(LoadTestSignals.ROUTER_CPU, 0.9).with(LoadTestSignals.ROUTER_CORES, 4);

        assertThat(finding(busy.with(LoadTestSignals.ROUTER_PROCESSES, 4)).why())
                .contains("half as many often carry more");
    }

    @Test
    void usersNearTheLimitOfConnectionsAreTheNextOneAndNotThisRunsLimit() {
        Windows many = quiet().with(LoadTestSignals.VIRTUAL_USERS, 1601);

        Finding finding = finding(many.with(LoadTestSignals.ROUTER_MAX_CONNECTIONS, 2000));

        assertThat(finding.symptom()).isFalse();
        assertThat(finding.why()).contains("1601 users keep as many connections, and the router serves 2000");
        assertQuiet(
                quiet().with(LoadTestSignals.VIRTUAL_USERS, 1600).with(LoadTestSignals.ROUTER_MAX_CONNECTIONS, 2000));
    }
}
