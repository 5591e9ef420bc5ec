package org.millrace.advisor.rule.jvm;

import java.util.List;
import java.util.OptionalDouble;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.CgroupSignals;
import org.millrace.advisor.model.signal.HostSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.RuleId;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.Verdict;
import org.millrace.advisor.rule.analysis.Figures;
import org.millrace.advisor.rule.analysis.ProcessMemory;

/** Heap and non-heap memory together may exceed the container's limit, or the heap is far smaller than the machine allows. */
public final class MemoryOverLimit implements Rule {

    private static final Threshold FIT = new Threshold(
            "what the process may need by the limit",
            1,
            "ratio",
            "Beyond, the kernel kills the process without a word");

    private static final Threshold PROCESSORS = new Threshold(
            "processors with a heap of 512 MB",
            4,
            "cores",
            "A machine of that size has memory for a larger heap; a smaller one may not");

    private static final double MEBIBYTE = ProcessMemory.MEBIBYTE;

    /** What Keycloak's start script gives the heap outside a container. */
    private static final double SCRIPTED_HEAP = 512 * MEBIBYTE;

    /** Keycloak's sizing guide plans 1250 MB for a node, of which 300 MB are outside the heap. */
    private static final double GUIDE_HEAP = 950 * MEBIBYTE;

    /**
     * Upper bound as a share of the host's memory: the remainder is for non-heap memory, possibly the database, and the page
     * cache.
     */
    private static final double MOST_OF_HOST = 0.5;

    /** Step of proposed sizes. */
    private static final double MEBIBYTES = 10;

    private static final RuleCard CARD = new RuleCard(
            RuleId.MEMORY_OVER_LIMIT,
            "The heap does not fit the memory there is",
            Lane.CAPACITY,
            "The heap may grow to its maximum; classes, compiled code, threads and buffers come on top. Keycloak takes 70 % of the "
                    + "limit for the heap, which fits from about 1.4 GB on; more threads or classes need more. Outside a container "
                    + "the heap gets 512 MB on any machine.",
            List.of(JvmSignals.HEAP_MAX, JvmSignals.NON_HEAP_USED, JvmSignals.THREADS),
            List.of(FIT, PROCESSORS),
            List.of(
                    "https://www.keycloak.org/server/containers",
                    "https://www.keycloak.org/high-availability/multi-cluster/concepts-memory-and-cpu-sizing"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        OptionalDouble limit = window.latestIfKnown(CgroupSignals.MEMORY_LIMIT);
        if (limit.isEmpty()) {
            return withoutLimit(context);
        }
        double beside = ProcessMemory.besideHeap(window);
        double need = window.latest(JvmSignals.HEAP_MAX) + beside;
        return need / limit.getAsDouble() <= FIT.in(context)
                ? Verdict.healthy()
                : finding(window, need, beside, limit.getAsDouble());
    }

    private static Verdict withoutLimit(RuleContext context) {
        Window window = context.window();
        double processors = window.latestIfKnown(JvmSignals.PROCESSORS).orElse(0);
        double half =
                MOST_OF_HOST * window.latestIfKnown(HostSignals.MEMORY_TOTAL).orElse(Double.POSITIVE_INFINITY);
        double to = Math.min(GUIDE_HEAP, half);
        boolean scripted = window.latest(JvmSignals.HEAP_MAX) == SCRIPTED_HEAP;
        if (scripted && processors >= PROCESSORS.in(context) && to >= SCRIPTED_HEAP + MEBIBYTES * MEBIBYTE) {
            return scripted(processors, to);
        }
        // A control group that can be read, and has no limit, cannot exceed one.
        return window.has(CgroupSignals.MEMORY_USED)
                ? Verdict.healthy()
                : new Verdict.Skipped(List.of(CgroupSignals.MEMORY_LIMIT));
    }

    private static Finding scripted(double processors, double heap) {
        long to = (long) (Math.floor(heap / MEBIBYTE / MEBIBYTES) * MEBIBYTES);
        Step step =
                new Step(Step.Kind.JVM_OPTION, "-XX:MaxHeapSize", (long) (SCRIPTED_HEAP / MEBIBYTE) + "m", to + "m");
        return new Finding(
                Severity.WARNING,
                List.of(
                        Observation.of(JvmSignals.PROCESSORS.name(), processors, PROCESSORS),
                        Observation.of(JvmSignals.HEAP_MAX.name(), SCRIPTED_HEAP, "bytes")),
                "The heap has the 512 MB that Keycloak's start script sets outside a container, in addition to "
                        + Figures.count(processors, "processor")
                        + ". Keycloak's guide counts 1250 MB for a node, 300 of them outside the heap. Set the size of the heap.",
                Confidence.MEDIUM,
                new Change(List.of(step), true, Change.Risk.LOW));
    }

    private static Finding finding(Window window, double need, double beside, double limit) {
        OptionalDouble share = ProcessMemory.heapShare(window, limit);
        double fitting = share.isPresent() ? beside / (1 - share.getAsDouble()) : need;
        long to = (long) (Math.ceil(fitting / MEBIBYTE / MEBIBYTES) * MEBIBYTES);
        Step step = new Step(Step.Kind.RESOURCE, "limits.memory", (long) (limit / MEBIBYTE) + "Mi", to + "Mi");
        return new Finding(
                Severity.WARNING,
                List.of(
                        Observation.of("process.memory.need.share", need / limit, FIT),
                        Observation.of(JvmSignals.HEAP_MAX.name(), window.latest(JvmSignals.HEAP_MAX), "bytes"),
                        Observation.of(
                                JvmSignals.NON_HEAP_USED.name(), window.latest(JvmSignals.NON_HEAP_USED), "bytes"),
                        Observation.of(CgroupSignals.MEMORY_LIMIT.name(), limit, "bytes")),
                "The process may come to need " + Figures.bytes(need) + ", and has " + Figures.bytes(limit)
                        + ". Raise the limit" + (share.isPresent() ? ", of which the heap takes its share" : "")
                        + ", or give the heap a smaller share with JAVA_OPTS_KC_HEAP.",
                Confidence.MEDIUM,
                new Change(List.of(step), true, Change.Risk.LOW));
    }
}
