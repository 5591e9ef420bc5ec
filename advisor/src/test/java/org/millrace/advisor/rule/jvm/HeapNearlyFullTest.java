package org.millrace.advisor.rule.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.JvmSignals;
import org.millrace.advisor.model.ThreadSignals;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class HeapNearlyFullTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new HeapNearlyFull();
    }

    @Override
    protected Windows firing() {
        return live(750);
    }

    @Override
    protected Windows quiet() {
        return live(749);
    }

    private static Windows live(double bytes) {
        return Windows.of(60)
                .with(JvmSignals.LIVE_SET, bytes)
                .with(JvmSignals.HEAP_MAX, 1000)
                .with(JvmSignals.UPTIME, 200);
    }

    @Test
    void moreThanFiveSixthsAreCritical() {
        assertThat(finding(live(850)).severity()).isEqualTo(Severity.CRITICAL);
    }

    @Test
    void queuedRequestsAreBoundedFirst() {
        assertThat(finding(firing().with(ThreadSignals.QUEUE, 5000)).why()).contains("bound the queue first");
    }

    /** The article's memory, from 55 to 70 %. */
    @Test
    void seventyPercentWereFine() {
        assertQuiet(live(700));
    }

    @Test
    void heapOfAYoungServerSaysNothing() {
        assertSkipped(firing().with(JvmSignals.UPTIME, 100), JvmSignals.UPTIME);
    }
}
