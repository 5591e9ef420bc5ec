package org.millrace.advisor.rule.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.LoadTestSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class StationBoundTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new StationBound();
    }

    @Override
    protected Windows firing() {
        return Windows.of(1).with(LoadTestSignals.THROUGHPUT, 500).with(LoadTestSignals.DATABASE_CPU, 0.8);
    }

    @Override
    protected Windows quiet() {
        return Windows.of(1).with(LoadTestSignals.THROUGHPUT, 500).with(LoadTestSignals.DATABASE_CPU, 0.79);
    }

    @Test
    void moreDownstreamOfEqualsBinds() {
        assertThat(finding(firing().with(LoadTestSignals.THREADS, 0.8)).why())
                .contains("the database's processors were used to 80 %, more than anything else.");
        assertThat(finding(firing().with(LoadTestSignals.SERVER_CPU, 0.8)).why())
                .contains("the database's processors");
    }

    @Test
    void threadsAndConnectionsThatWaitForProcessorsDoNotBind() {
        assertThat(finding(firing().with(LoadTestSignals.THREADS, 0.9)).why())
                .contains(
                        "the database's processors were used to 80 %, and what is fuller is held by who waits for them.");
        assertThat(finding(full().with(LoadTestSignals.SERVER_CPU, 0.95).with(LoadTestSignals.DATABASE_CPU, 0.3))
                        .why())
                .contains("the server's processors");
    }

    @Test
    void withProcessorsToSpareTheConnectionsBindBeforeTheThreads() {
        Windows run = full().with(LoadTestSignals.SERVER_CPU, 0.3).with(LoadTestSignals.DATABASE_CPU, 0.3);

        assertThat(finding(run).why())
                .contains("the connections of the pool were used to 100 %, more than anything else.");
        assertThat(finding(run.with(LoadTestSignals.POOL, 0.5)).why()).contains("the request threads");
    }

    @Test
    void busierOfTheProcessorsBindsAndTheOthersAreNamedIfTheyAreNear() {
        Windows run = full().with(LoadTestSignals.SERVER_CPU, 0.96);

        assertThat(finding(run.with(LoadTestSignals.DATABASE_CPU, 0.92)).why())
                .contains("the server's processors were used to 96 %")
                .endsWith("; the database's processors are within 5 %.");
        assertThat(finding(run.with(LoadTestSignals.DATABASE_CPU, 0.91)).why())
                .contains("the server's processors were used to 96 %")
                .doesNotContain("within");
    }

    private static Windows full() {
        return Windows.of(1)
                .with(LoadTestSignals.THROUGHPUT, 500)
                .with(LoadTestSignals.THREADS, 1)
                .with(LoadTestSignals.POOL, 1);
    }

    @Test
    void withoutAnyStationTheQuestionIsOpen() {
        assertSkipped(Windows.of(1).with(LoadTestSignals.THROUGHPUT, 500), LoadTestSignals.SERVER_CPU);
    }
}
