package org.millrace.advisor.rule.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class DatabaseProcessorsSaturatedTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new DatabaseProcessorsSaturated();
    }

    @Override
    protected Windows firing() {
        return running(2.8);
    }

    @Override
    protected Windows quiet() {
        return running(2.7);
    }

    private static Windows running(double sessions) {
        return Windows.of(60).with(PostgresSignals.RUNNING, sessions).with(PostgresSignals.CORES, 4);
    }

    @Test
    void ninetyPercentAreCritical() {
        assertThat(finding(running(3.5)).severity()).isEqualTo(Severity.WARNING);
        assertThat(finding(running(3.6)).severity()).isEqualTo(Severity.CRITICAL);
    }

    @Test
    void busyHalfMinuteIsEnough() {
        assertThat(finding(Windows.of(300)
                                .during(30, PostgresSignals.RUNNING, 4, 0)
                                .with(PostgresSignals.CORES, 4))
                        .why())
                .contains("4 sessions on average ran on 4 cores");
    }

    @Test
    void fewSecondsLeaveTheQuestionOpen() {
        assertSkipped(
                Windows.of(20).with(PostgresSignals.RUNNING, 4).with(PostgresSignals.CORES, 4),
                PostgresSignals.RUNNING);
    }
}
