package org.millrace.advisor.rule.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.JvmSettings;
import org.millrace.advisor.model.signal.CgroupSignals;
import org.millrace.advisor.model.signal.HostSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.model.signal.ThreadSignals;
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

    @Test
    void heapProposedIsTwiceWhatLivesInIt() {
        Windows small = firing().with(JvmSignals.LIVE_SET, 150 << 20).with(JvmSignals.HEAP_MAX, 176 << 20);

        assertThat(finding(small).change().orElseThrow().apply())
                .containsExactly(new Step(Step.Kind.JVM_OPTION, "-XX:MaxHeapSize", "176m", "320m"));
        assertThat(finding(small.with(ThreadSignals.QUEUE, 101)).change())
                .as("the queue comes first")
                .isEmpty();
    }

    @Test
    void heapThatIsAShareOfTheContainersGrowsWithIt() {
        Windows container = firing().with(JvmSignals.LIVE_SET, 630 << 20)
                .with(JvmSignals.HEAP_MAX, 700 << 20)
                .with(CgroupSignals.MEMORY_LIMIT, 1000 << 20);

        assertThat(finding(container).change().orElseThrow().apply())
                .containsExactly(new Step(Step.Kind.RESOURCE, "limits.memory", "1000Mi", "1824Mi"));
        assertThat(finding(container.with(CgroupSignals.MEMORY_LIMIT, 2000 << 20))
                        .change()
                        .orElseThrow()
                        .apply())
                .extracting(Step::kind)
                .containsExactly(Step.Kind.JVM_OPTION);
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

    @Test
    void theProposedLimitCoversHeapAndNonHeapMemory() {
        Windows container = heapOfSixTenths();

        assertThat(finding(container).change().orElseThrow().apply())
                .as("1568 and 378 in addition")
                .containsExactly(
                        new Step(Step.Kind.RESOURCE, "limits.memory", "1536Mi", "1952Mi"),
                        new Step(Step.Kind.JVM_OPTION, "-XX:MaxHeapSize", "922m", "1568m"));
    }

    @Test
    void heapThatIsASmallerShareOfTheContainersGrowsWithItToo() {
        Windows container = heapOfSixTenths().with(JvmSettings.MAX_RAM_PERCENTAGE, "60.000000");

        assertThat(finding(container).change().orElseThrow().apply())
                .containsExactly(new Step(Step.Kind.RESOURCE, "limits.memory", "1536Mi", "2624Mi"));
    }

    /** The JVM takes a quarter by default; this one has been given 512 MB of two gigabytes. */
    @Test
    void heapOfItsOwnSizeDoesNotGrowWithTheContainer() {
        Windows container = firing().with(JvmSignals.LIVE_SET, 400 << 20)
                .with(JvmSignals.HEAP_MAX, 512 << 20)
                .with(CgroupSignals.MEMORY_LIMIT, 2048.0 * 1024 * 1024)
                .with(new Setting(JvmSettings.MAX_RAM_PERCENTAGE, "25.000000", JvmSettings.DEFAULT));

        assertThat(finding(container).change().orElseThrow().apply())
                .containsExactly(new Step(Step.Kind.JVM_OPTION, "-XX:MaxHeapSize", "512m", "800m"));
    }

    /** By accident as much as its share would be. */
    @Test
    void aConfiguredHeapDoesNotGrowWithTheContainer() {
        Windows container = firing().with(JvmSignals.LIVE_SET, 1200.0 * (1 << 20))
                .with(JvmSignals.HEAP_MAX, 1400.0 * (1 << 20))
                .with(CgroupSignals.MEMORY_LIMIT, 2048.0 * (1 << 20))
                .with(new Setting(JvmSettings.MAX_HEAP, "1468006400", "vm creation"))
                .with(JvmSettings.MAX_RAM_PERCENTAGE, "70.000000");

        assertThat(finding(container).change().orElseThrow().apply())
                .extracting(Step::name)
                .contains("-XX:MaxHeapSize");
    }

    private static Windows heapOfSixTenths() {
        return live(0.85 * (922 << 20))
                .with(JvmSignals.HEAP_MAX, 922 << 20)
                .with(CgroupSignals.MEMORY_LIMIT, 1536 << 20)
                .with(JvmSignals.NON_HEAP_USED, 250 << 20)
                .with(JvmSignals.THREADS, 90);
    }

    @Test
    void heapTakesNoMoreThanHalfOfWhatTheMachineHasLeft() {
        Windows small = firing().with(JvmSignals.LIVE_SET, 150 << 20).with(JvmSignals.HEAP_MAX, 176 << 20);

        assertThat(finding(small.with(HostSignals.MEMORY_AVAILABLE, 128 << 20))
                        .change()
                        .orElseThrow()
                        .apply())
                .extracting(Step::to)
                .containsExactly("256m");
        assertThat(finding(small.with(HostSignals.MEMORY_AVAILABLE, 0)).change())
                .isEmpty();
    }
}
