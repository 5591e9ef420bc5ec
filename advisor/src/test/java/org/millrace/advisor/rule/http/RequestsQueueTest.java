package org.millrace.advisor.rule.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.model.signal.ThreadSignals;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class RequestsQueueTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new RequestsQueue();
    }

    @Override
    protected Windows firing() {
        return Windows.of(60).during(5, ThreadSignals.QUEUE, 15, 0).with(ThreadSignals.MAX, 4);
    }

    @Override
    protected Windows quiet() {
        return Windows.of(60).during(4, ThreadSignals.QUEUE, 15, 0).with(ThreadSignals.MAX, 4);
    }

    @Test
    void queueOfFourTimesTheThreadsIsCriticalIfAnswersAreNotCounted() {
        assertThat(finding().severity()).isEqualTo(Severity.WARNING);

        assertThat(finding(firing().with(ThreadSignals.QUEUE, 16)).severity()).isEqualTo(Severity.CRITICAL);
    }

    /** By Little's law: a line of 2,400 is gone in less than a second if 3,333 a second are answered. */
    @Test
    void lineThatMovesFastIsNoLongWait() {
        Windows line = firing().with(ThreadSignals.QUEUE, 2400);

        assertQuiet(line.with(HttpSignals.REQUESTS, 0, 2401));
        assertThat(finding(line.with(HttpSignals.REQUESTS, 0, 2400)).severity()).isEqualTo(Severity.WARNING);
        assertThat(finding(line.with(HttpSignals.REQUESTS, 0, 481)).severity()).isEqualTo(Severity.WARNING);
        assertThat(finding(line.with(HttpSignals.REQUESTS, 0, 480)).severity()).isEqualTo(Severity.CRITICAL);
    }

    @Test
    void lineThatDoesNotMoveWaitsForAsLongAsItIsSeen() {
        Finding finding = finding(firing().with(HttpSignals.REQUESTS, 100));

        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding.why()).contains("for up to 5 seconds on end, each about 75 seconds.");
    }

    @Test
    void saysWhatTheThreadsWereAt() {
        Finding finding = finding(firing().with(ThreadSignals.IN_DATABASE, 3).with(ThreadSignals.HASHING, 1));

        assertThat(finding.why())
                .endsWith("Of the threads, on average 3 waited for an answer of the database, 1 hashed passwords.");
    }

    @Test
    void lessTimeThanARunTakesLeavesTheQuestionOpen() {
        assertSkipped(free(4), ThreadSignals.QUEUE);

        assertQuiet(free(5));
    }

    private static Windows free(int seconds) {
        return Windows.of(seconds).with(ThreadSignals.QUEUE, 0).with(ThreadSignals.MAX, 4);
    }
}
