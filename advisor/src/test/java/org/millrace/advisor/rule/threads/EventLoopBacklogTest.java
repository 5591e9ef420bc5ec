package org.millrace.advisor.rule.threads;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.EventLoopSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class EventLoopBacklogTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new EventLoopBacklog();
    }

    @Override
    protected Windows firing() {
        return Windows.of(60).during(5, EventLoopSignals.PENDING, 1001, 0);
    }

    @Override
    protected Windows quiet() {
        return Windows.of(60).with(EventLoopSignals.PENDING, 1000);
    }

    @Test
    void moreThanFiveThousandAreCritical() {
        assertThat(finding(Windows.of(60).with(EventLoopSignals.PENDING, 5000)).severity())
                .isEqualTo(Severity.WARNING);
        assertThat(finding(Windows.of(60).with(EventLoopSignals.PENDING, 5001)).severity())
                .isEqualTo(Severity.CRITICAL);
    }

    @Test
    void oneLoopAloneMayBeTheOneThatIsBlocked() {
        Windows one = quiet().during(5, EventLoopSignals.MOST_PENDING, 201, 0);

        assertThat(finding(one).severity()).isEqualTo(Severity.WARNING);
        assertThat(finding(one).why()).contains("201 tasks waited for one event loop");
        assertQuiet(quiet().with(EventLoopSignals.MOST_PENDING, 200));
        assertQuiet(quiet().during(4, EventLoopSignals.MOST_PENDING, 201, 0));
    }

    @Test
    void busyLoopsComputeAndIdleOnesWait() {
        Windows known = firing().with(JvmSignals.EVENT_LOOPS, 2);

        assertThat(finding(known.with(JvmSignals.EVENT_LOOP_TIME, 0, 1.9)).why())
                .contains("busy computing");
        assertThat(finding(known.with(JvmSignals.EVENT_LOOP_TIME, 0, 0.2)).why())
                .contains("have time");
    }
}
