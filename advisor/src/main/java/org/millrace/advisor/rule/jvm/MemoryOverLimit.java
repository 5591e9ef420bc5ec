package org.millrace.advisor.rule.jvm;

import java.util.List;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.CgroupSignals;
import org.millrace.advisor.model.JvmSignals;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Figures;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.Verdict;

/** Heap and all else together may exceed what the container has. */
public final class MemoryOverLimit implements Rule {

    private static final Threshold FIT = new Threshold(
            "what the process may need by the limit",
            1,
            "ratio",
            "Beyond, the kernel kills the process without a word");

    private static final double MEGABYTE = 1024.0 * 1024;
    private static final double GROWTH = 1.2;
    private static final double PER_THREAD = 0.2 * MEGABYTE;
    private static final double COLLECTOR = 60 * MEGABYTE;

    private static final RuleCard CARD = new RuleCard(
            "KC-JVM-005",
            "Heap and the rest exceed the memory limit",
            Lane.CAPACITY,
            "The heap may grow to its maximum; classes, compiled code, threads and buffers come on top. Keycloak takes 70 % of the "
                    + "limit for the heap, which fits from about 1.4 GB on; more threads or classes need more.",
            List.of(CgroupSignals.MEMORY_LIMIT, JvmSignals.HEAP_MAX, JvmSignals.NON_HEAP_USED, JvmSignals.THREADS),
            List.of(FIT),
            List.of(
                    "https://www.keycloak.org/server/containers",
                    "https://www.keycloak.org/high-availability/multi-cluster/concepts-memory-and-cpu-sizing"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(Window window) {
        double limit = window.latest(CgroupSignals.MEMORY_LIMIT);
        double need = window.latest(JvmSignals.HEAP_MAX)
                + GROWTH * window.latest(JvmSignals.NON_HEAP_USED)
                + PER_THREAD * window.max(JvmSignals.THREADS)
                + window.maxIfKnown(JvmSignals.DIRECT_MEMORY).orElse(0)
                + COLLECTOR;
        return need / limit <= FIT.in(window) ? Verdict.healthy() : finding(window, need, limit);
    }

    private static Finding finding(Window window, double need, double limit) {
        long to = (long) Math.ceil(need / MEGABYTE / 10) * 10;
        Step step = new Step(Step.Kind.RESOURCE, "limits.memory", (long) (limit / MEGABYTE) + "Mi", to + "Mi");
        return new Finding(
                Severity.WARNING,
                List.of(
                        Observation.of("process.memory.need.share", need / limit, FIT),
                        Observation.of(JvmSignals.HEAP_MAX.name(), window.latest(JvmSignals.HEAP_MAX), "bytes"),
                        Observation.of(
                                JvmSignals.NON_HEAP_USED.name(), window.latest(JvmSignals.NON_HEAP_USED), "bytes"),
                        Observation.of(CgroupSignals.MEMORY_LIMIT.name(), limit, "bytes")),
                "The process may come to need " + Figures.bytes(need) + ", and has " + Figures.bytes(limit)
                        + ". Raise the limit, or give the heap a smaller share with JAVA_OPTS_KC_HEAP.",
                Confidence.MEDIUM,
                new Change(List.of(step), true, Change.Risk.LOW));
    }
}
