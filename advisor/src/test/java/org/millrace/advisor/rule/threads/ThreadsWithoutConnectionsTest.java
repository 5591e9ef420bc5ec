package org.millrace.advisor.rule.threads;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.PoolSignals;
import org.millrace.advisor.model.ThreadSignals;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class ThreadsWithoutConnectionsTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new ThreadsWithoutConnections();
    }

    @Override
    protected Windows firing() {
        return waiting(5);
    }

    @Override
    protected Windows quiet() {
        return waiting(4);
    }

    private static Windows waiting(int seconds) {
        return Windows.of(60)
                .during(seconds, ThreadSignals.WAITING_FOR_CONNECTION, 30, 0)
                .with(ThreadSignals.BUSY, 50)
                .with(ThreadSignals.MAX, 50)
                .with(PoolSignals.MAX, 20);
    }

    @Test
    void threadsAreLoweredToWhatTheConnectionsServe() {
        assertThat(finding().change().orElseThrow().apply())
                .containsExactly(new Step(Step.Kind.OPTION, "http-pool-max-threads", "50", "20"));
        assertThat(finding(waiting(5).with(PoolSignals.MAX, 5).with(ThreadSignals.WAITING_FOR_CONNECTION, 45))
                        .change()
                        .orElseThrow()
                        .apply())
                .extracting(Step::to)
                .containsExactly("16");
    }

    @Test
    void withAsManyConnectionsSomethingElseIsWrong() {
        assertQuiet(firing().with(PoolSignals.MAX, 50));
    }
}
