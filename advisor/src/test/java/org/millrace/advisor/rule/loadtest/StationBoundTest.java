package org.millrace.advisor.rule.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.LoadTestSignals;
import org.millrace.advisor.model.Windows;
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
        assertThat(finding(firing().with(LoadTestSignals.THREADS, 0.8)).why()).contains("the database's processors");
        assertThat(finding(firing().with(LoadTestSignals.THREADS, 0.9)).why()).contains("the request threads");
    }

    @Test
    void withoutAnyStationTheQuestionIsOpen() {
        assertSkipped(Windows.of(1).with(LoadTestSignals.THROUGHPUT, 500), LoadTestSignals.SERVER_CPU);
    }
}
