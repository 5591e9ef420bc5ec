package org.millrace.advisor.rule.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Thresholds;
import org.millrace.advisor.rule.Verdict;

class GcOverheadTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new GcOverhead();
    }

    @Override
    protected Windows firing() {
        return pausing(0.051);
    }

    @Override
    protected Windows quiet() {
        return pausing(0.049);
    }

    private static Windows pausing(double share) {
        return Windows.of(60).with(JvmSignals.GC_PAUSES, 3, share).with(JvmSignals.UPTIME, 600, 1);
    }

    @Test
    void quarterOfTheTimeIsCritical() {
        assertThat(finding(pausing(0.24)).severity()).isEqualTo(Severity.WARNING);
        assertThat(finding(pausing(0.26)).severity()).isEqualTo(Severity.CRITICAL);
    }

    @Test
    void saysHowFullTheHeapStays() {
        Windows full = firing().with(JvmSignals.LIVE_SET, 900).with(JvmSignals.HEAP_MAX, 1000);

        assertThat(finding(full).why()).contains("90 % of the heap");
    }

    @Test
    void startUpIsNotJudged() {
        Windows young = firing().with(JvmSignals.UPTIME, 59, 1);

        assertThat(rule().judge(young.build(), Thresholds.STANDARD))
                .isEqualTo(new Verdict.Skipped(List.of(JvmSignals.UPTIME)));
    }
}
