package org.millrace.advisor.rule.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.CgroupSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class MemoryUnfitTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new MemoryUnfit();
    }

    @Override
    protected Windows firing() {
        return limit(1.999e9);
    }

    @Override
    protected Windows quiet() {
        return limit(2e9);
    }

    private static Windows limit(double bytes) {
        return Windows.of(60).with(CgroupSignals.MEMORY_LIMIT, bytes);
    }

    @Test
    void memoryThatCannotBeGivenBackCounts() {
        assertThat(finding(limit(2e9).with(CgroupSignals.ANONYMOUS_MEMORY, 1.8e9))
                        .severity())
                .isEqualTo(Severity.WARNING);
        assertThat(finding(limit(2e9).with(CgroupSignals.ANONYMOUS_MEMORY, 1.9e9))
                        .severity())
                .isEqualTo(Severity.CRITICAL);
    }

    @Test
    void measuredLiveSetStandsForTheTwoGigabytes() {
        assertQuiet(limit(1.36e9).with(JvmSignals.LIVE_SET, 3e8));
        assertThat(finding(limit(1.359e9).with(JvmSignals.LIVE_SET, 3e8)).severity())
                .isEqualTo(Severity.WARNING);
    }

    @Test
    void whatWasMeasuredMayNeedMoreThanTheGuidesLeast() {
        assertThat(finding(measured(2.163e9)).why()).contains("live in the heap");
        assertQuiet(measured(2.165e9));
        assertThat(finding(limit(2.142e9).with(JvmSignals.LIVE_SET, 1e9)).severity())
                .isEqualTo(Severity.WARNING);
        assertQuiet(limit(2.143e9).with(JvmSignals.LIVE_SET, 1e9));
    }

    /** One and a half times the live heap, and non-heap memory: 1500 + 480 + 21 + 100 + 63 MB. */
    private static Windows measured(double limit) {
        return limit(limit)
                .with(JvmSignals.LIVE_SET, 1e9)
                .with(JvmSignals.NON_HEAP_USED, 4e8)
                .with(JvmSignals.THREADS, 100)
                .with(JvmSignals.DIRECT_MEMORY, 1e8);
    }

    @Test
    void whatDecidedIsShown() {
        assertThat(finding(limit(1.9e9)).observed())
                .extracting(Observation::threshold)
                .containsExactly(null, 2e9);
        assertThat(finding(limit(1.3e9).with(JvmSignals.LIVE_SET, 3e8)).observed())
                .extracting(Observation::threshold)
                .containsExactly(null, 1.36e9);
        assertThat(finding(measured(2.163e9)).observed())
                .extracting(Observation::threshold)
                .containsOnlyNulls();
        assertThat(finding(limit(2e9).with(CgroupSignals.ANONYMOUS_MEMORY, 1.8e9))
                        .observed())
                .extracting(Observation::threshold)
                .containsExactly(0.9, null);
        assertThat(finding(limit(2e9).with(CgroupSignals.ANONYMOUS_MEMORY, 1.9e9))
                        .observed())
                .extracting(Observation::threshold)
                .containsExactly(0.95, null);
    }

    @Test
    void killIsCritical() {
        assertThat(finding(limit(4e9).during(30, CgroupSignals.OUT_OF_MEMORY_KILLS, 0, 1))
                        .why())
                .startsWith("The kernel");
    }
}
