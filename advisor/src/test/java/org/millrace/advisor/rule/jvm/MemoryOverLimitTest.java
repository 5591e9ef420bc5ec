package org.millrace.advisor.rule.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.CgroupSignals;
import org.millrace.advisor.model.signal.HostSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

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

    @Test
    void limitProposedHoldsTheHeapThatItBrings() {
        Windows tight = container(1360).with(JvmSignals.HEAP_MAX, 952 * MEGABYTE);

        assertThat(finding(tight).change().orElseThrow().apply())
                .containsExactly(new Step(Step.Kind.RESOURCE, "limits.memory", "1360Mi", "1440Mi"));
        assertQuiet(container(1440).with(JvmSignals.HEAP_MAX, 0.7 * 1440 * MEGABYTE));
    }

    @Test
    void heapOfTheStartScriptIsTooSmallForAMachineOfFourProcessors() {
        assertThat(finding(machine(4)).severity()).isEqualTo(Severity.WARNING);
        assertThat(finding(machine(4)).change().orElseThrow().apply())
                .containsExactly(new Step(Step.Kind.JVM_OPTION, "-XX:MaxHeapSize", "512m", "950m"));
        assertSkipped(machine(3), CgroupSignals.MEMORY_LIMIT);
        assertSkipped(machine(16).with(JvmSignals.HEAP_MAX, 513 * MEGABYTE), CgroupSignals.MEMORY_LIMIT);
        assertSkipped(machine(16).without(JvmSignals.PROCESSORS), CgroupSignals.MEMORY_LIMIT);
    }

    @Test
    void heapTakesHalfOfTheMachineAtMost() {
        Windows machine = machine(4).with(HostSignals.MEMORY_TOTAL, 1615 * MEGABYTE);

        assertThat(finding(machine).change().orElseThrow().apply())
                .extracting(Step::to)
                .containsExactly("800m");
        assertSkipped(machine.with(HostSignals.MEMORY_TOTAL, 1030 * MEGABYTE), CgroupSignals.MEMORY_LIMIT);
    }

    @Test
    void controlGroupWithoutALimitCannotExceedIt() {
        assertQuiet(machine(2).with(CgroupSignals.MEMORY_USED, 900 * MEGABYTE));
    }

    private static Windows machine(double processors) {
        return container(1000)
                .without(CgroupSignals.MEMORY_LIMIT)
                .with(JvmSignals.HEAP_MAX, 512 * MEGABYTE)
                .with(JvmSignals.PROCESSORS, processors);
    }
}
