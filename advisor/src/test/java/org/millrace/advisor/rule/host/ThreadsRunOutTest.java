package org.millrace.advisor.rule.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.CgroupSignals;
import org.millrace.advisor.model.signal.ThreadSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class ThreadsRunOutTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new ThreadsRunOut();
    }

    @Override
    protected Windows firing() {
        return threads(240);
    }

    @Override
    protected Windows quiet() {
        return threads(239);
    }

    private static Windows threads(double now) {
        return Windows.of(10).with(CgroupSignals.PROCESSES, now).with(CgroupSignals.PROCESS_LIMIT, 300);
    }

    @Test
    void threadsThatMayStillComeMustFit() {
        assertThat(finding(threads(100).with(ThreadSignals.MAX, 200).with(ThreadSignals.STARTED, 49))
                        .why())
                .contains("151 request threads may still come");
        assertQuiet(threads(100).with(ThreadSignals.MAX, 200).with(ThreadSignals.STARTED, 50));
    }
}
