package org.millrace.advisor.rule.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.CgroupSignals;
import org.millrace.advisor.model.JvmSignals;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class MemoryOverLimitTest extends RuleContract {

    private static final double MEGABYTE = 1024 * 1024;

    @Override
    protected Rule rule() {
        return new MemoryOverLimit();
    }

    @Override
    protected Windows firing() {
        return container(1380);
    }

    @Override
    protected Windows quiet() {
        return container(1381);
    }

    /** Heap 950, all else 300 with room to grow, 50 threads, the collector: 1381 MB with a rest. */
    private static Windows container(double limitMegabytes) {
        return Windows.of(10)
                .with(CgroupSignals.MEMORY_LIMIT, limitMegabytes * MEGABYTE)
                .with(JvmSignals.HEAP_MAX, 950 * MEGABYTE)
                .with(JvmSignals.NON_HEAP_USED, 300 * MEGABYTE)
                .with(JvmSignals.THREADS, 54);
    }

    @Test
    void limitProposedHoldsAllOfIt() {
        assertThat(finding(container(1000)).change().orElseThrow().apply())
                .containsExactly(new Step(Step.Kind.RESOURCE, "limits.memory", "1000Mi", "1390Mi"));
    }
}
