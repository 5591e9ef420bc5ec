package org.millrace.advisor.rule.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.QuarkusSettings;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.model.signal.ThreadSignals;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class ConnectionsLeakTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new ConnectionsLeak();
    }

    @Override
    protected Windows firing() {
        return leaking(60);
    }

    @Override
    protected Windows quiet() {
        return leaking(59);
    }

    /** Eight connections, of which two threads can have two, and the third waits for one. */
    private static Windows leaking(int seconds) {
        return Windows.of(90)
                .during(seconds, PoolSignals.ACTIVE, 8, 0)
                .with(PoolSignals.MAX, 20)
                .with(ThreadSignals.BUSY, 3)
                .with(ThreadSignals.WAITING_FOR_CONNECTION, 1);
    }

    @Test
    void leakIsABottleneckOnceRequestsWait() {
        assertThat(finding().symptom()).isFalse();
        Finding waiting = finding(firing().with(PoolSignals.AWAITING, 5));

        assertThat(waiting.symptom()).isTrue();
        assertThat(waiting.severity()).isEqualTo(Severity.CRITICAL);
    }

    @Test
    void busyThreadsExplainTheirConnections() {
        assertQuiet(firing().with(ThreadSignals.BUSY, 9));
    }

    @Test
    void chunksOfAnImportExplainTheirConnections() {
        Windows importing = Windows.of(90)
                .with(PoolSignals.ACTIVE, 6)
                .with(PoolSignals.MAX, 10)
                .with(ThreadSignals.BUSY, 0)
                .with(ThreadSignals.WAITING_FOR_CONNECTION, 0)
                .with(PoolSignals.WRITING_CHUNKS, 5);

        assertQuiet(importing);
        assertThat(finding(importing.with(PoolSignals.WRITING_CHUNKS, 2)).why()).contains("only 2 threads can be");
        assertThat(finding(importing.without(PoolSignals.WRITING_CHUNKS)).why()).contains("only 0 threads can be");
    }

    @Test
    void fifthOfALargePoolMayBelongToJobs() {
        assertQuiet(firing().with(PoolSignals.MAX, 31));
    }

    @Test
    void leakDetectionIsSwitchedOnAndOffAgain() {
        Change change =
                finding(firing().unset(QuarkusSettings.LEAK_DETECTION)).change().orElseThrow();

        assertThat(change.revert()).extracting(Step::to).containsOnlyNulls();
        assertThat(finding(firing().with(QuarkusSettings.LEAK_DETECTION, "60S")).change())
                .isEmpty();
    }
}
