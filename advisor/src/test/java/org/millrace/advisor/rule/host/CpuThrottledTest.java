package org.millrace.advisor.rule.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.CgroupSignals;
import org.millrace.advisor.model.signal.HostSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Thresholds;
import org.millrace.advisor.rule.Verdict;

class CpuThrottledTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new CpuThrottled();
    }

    @Override
    protected Windows firing() {
        return throttled(0.5);
    }

    @Override
    protected Windows quiet() {
        return throttled(0.49);
    }

    /** Ten periods a second. */
    private static Windows throttled(double periodsASecond) {
        return Windows.of(60)
                .with(CgroupSignals.CPU_PERIODS, 1000, 10)
                .with(CgroupSignals.CPU_THROTTLED_PERIODS, 300, periodsASecond);
    }

    @Test
    void everyOtherPeriodIsCritical() {
        assertThat(finding(throttled(4.9)).severity()).isEqualTo(Severity.WARNING);
        assertThat(finding(throttled(5)).severity()).isEqualTo(Severity.CRITICAL);
    }

    @Test
    void limitProposedLeavesTheGuidesHeadroom() {
        assertThat(finding().change()).isEmpty();
        assertThat(finding(quota(0.5)).change().orElseThrow().apply())
                .containsExactly(new Step(Step.Kind.RESOURCE, "limits.cpu", "0.5", "1.5"));
    }

    @Test
    void limitProposedIsWithinTheProcessorsOfTheMachine() {
        assertThat(finding(quota(2)).change().orElseThrow().apply())
                .extracting(Step::to)
                .containsExactly("4");
        assertThat(finding(quota(4)).change()).isEmpty();
        assertThat(finding(quota(4)).why()).endsWith("run fewer request threads, or move to a larger machine.");
        assertThat(finding(quota(2).without(HostSignals.CPU_TICKS)).change())
                .as("size of the machine unknown")
                .isEmpty();
        Finding unread = finding(quota(2).with(HostSignals.CPU_TICKS, 0));
        assertThat(unread.change()).isEmpty();
        assertThat(unread.why()).contains("Raise or remove the CPU limit");
    }

    /** On a machine of four processors, whose ticks are counted a little late. */
    private Windows quota(double cores) {
        return firing().with(CgroupSignals.CPU_QUOTA, cores).with(HostSignals.CPU_TICKS, 5000, 399);
    }

    @Test
    void withoutAQuotaNoPeriodsPass() {
        assertQuiet(firing().with(CgroupSignals.CPU_PERIODS, 0).with(CgroupSignals.CPU_THROTTLED_PERIODS, 0));
    }

    @Test
    void fewPeriodsSayNothing() {
        Windows few = firing().with(CgroupSignals.CPU_PERIODS, 0, 99 / 60.0);

        assertThat(rule().judge(few.build(), Thresholds.STANDARD))
                .isEqualTo(new Verdict.Skipped(List.of(CgroupSignals.CPU_PERIODS)));
    }

    @Test
    void burstOfAStartIsNotCounted() {
        assertQuiet(started().series(CgroupSignals.CPU_THROTTLED_PERIODS, throttledBetween(0, 50)));
        assertThat(finding(started().series(CgroupSignals.CPU_THROTTLED_PERIODS, throttledBetween(60, 120)))
                        .severity())
                .isEqualTo(Severity.CRITICAL);
    }

    @Test
    void serverThatHasJustStartedIsNotJudged() {
        assertSkipped(firing().with(JvmSignals.UPTIME, 5, 0.9), JvmSignals.UPTIME);
    }

    /** Ten seconds before the window; a minute after that, fifty of its seconds have passed. */
    private static Windows started() {
        return Windows.of(120).with(CgroupSignals.CPU_PERIODS, 0, 10).with(JvmSignals.UPTIME, 10, 1);
    }

    /** In nine periods of ten, from one second to another one. */
    private static double[] throttledBetween(int from, int to) {
        return IntStream.rangeClosed(0, 120)
                .mapToDouble(second -> 9.0 * (Math.min(Math.max(second, from), to) - from))
                .toArray();
    }
}
