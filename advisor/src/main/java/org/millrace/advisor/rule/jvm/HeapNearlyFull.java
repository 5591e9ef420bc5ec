package org.millrace.advisor.rule.jvm;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.CgroupSignals;
import org.millrace.advisor.model.signal.HostSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.model.signal.ThreadSignals;
import org.millrace.advisor.rule.Causality;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.RuleId;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Station;
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.Verdict;
import org.millrace.advisor.rule.analysis.Figures;
import org.millrace.advisor.rule.analysis.ProcessMemory;

/** What lives in the heap nearly fills it. */
public final class HeapNearlyFull implements Rule {

    private static final Threshold LIVE = new Threshold(
            "live by greatest heap", 0.75, "ratio", "The collector needs a quarter of the heap to work with");

    private static final Threshold FULL = new Threshold(
            "live by greatest heap, critical", 0.85, "ratio", "Collections follow each other, and each frees less");

    private static final Threshold UPTIME =
            new Threshold("uptime", 120, "seconds", "Before, the heap has not reached its size");

    /** Of the heap: what lives takes half of it, and the collector has the other one. */
    private static final double COMFORTABLE = 0.5;

    /** From this number on, queued requests themselves account for the live heap. */
    private static final double MANY_QUEUED = 100;

    /** Step of proposed sizes. */
    private static final double MEBIBYTES = 32;

    /** Of the memory that the machine has available, if no limit of a container bounds the process. */
    private static final double SHARE_OF_AVAILABLE = 0.5;

    /** A heap that is not larger by that much is not worth a restart. */
    private static final double LEAST_TIMES = 1.2;

    private static final RuleCard CARD = new RuleCard(
            RuleId.HEAP_NEARLY_FULL,
            "The heap is nearly full",
            Lane.SATURATION,
            "The heap after a collection of the old generation is the live data of the server. Queued requests, enlarged "
                    + "caches and leaks fill it; find out which before adding memory.",
            List.of(JvmSignals.LIVE_SET, JvmSignals.HEAP_MAX, JvmSignals.UPTIME),
            List.of(LIVE, FULL, UPTIME),
            List.of(
                    "https://www.keycloak.org/observability/metrics-for-troubleshooting-jvm",
                    "https://www.keycloak.org/server/containers"),
            Causality.at(Station.GARBAGE_COLLECTION)
                    .leadingTo(RuleId.GC_OVERHEAD, RuleId.PAUSES_LONG)
                    .holdingBack(RuleId.ENTITY_CACHE_TOO_SMALL));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        if (window.latest(JvmSignals.UPTIME) < UPTIME.in(context)) {
            return new Verdict.Skipped(List.of(JvmSignals.UPTIME));
        }
        double live = window.latest(JvmSignals.LIVE_SET) / window.latest(JvmSignals.HEAP_MAX);
        return live < LIVE.in(context) ? Verdict.healthy() : finding(context, live);
    }

    private static Finding finding(RuleContext context, double live) {
        Window window = context.window();
        double queue = window.maxIfKnown(ThreadSignals.QUEUE).orElse(0);
        double heap = window.latest(JvmSignals.HEAP_MAX);
        return new Finding(
                live >= FULL.in(context) ? Severity.CRITICAL : Severity.WARNING,
                List.of(
                        Observation.of("jvm.heap.live.share", live, LIVE),
                        Observation.of(JvmSignals.HEAP_MAX.name(), heap, "bytes"),
                        Observation.of("request.queue.longest", queue, "requests")),
                "After a collection " + Figures.percent(live) + " of " + Figures.bytes(heap)
                        + " of heap were still in use. "
                        + (queue > MANY_QUEUED
                                ? "Up to " + Figures.number(queue)
                                        + " requests were queued, and hold memory: bound the queue " + "first."
                                : "Reduce enlarged caches, or find the cause with jcmd GC.class_histogram; "
                                        + "then give the process more memory."),
                Confidence.HIGH,
                queue > MANY_QUEUED ? null : larger(window, heap));
    }

    /** The container's memory where the heap is a share of that, else the heap itself, and the memory that it then needs. */
    private static @Nullable Change larger(Window window, double heap) {
        double to = window.latest(JvmSignals.LIVE_SET) / COMFORTABLE;
        double beside = ProcessMemory.besideHeap(window);
        double limit = window.latestIfKnown(CgroupSignals.MEMORY_LIMIT).orElse(Double.POSITIVE_INFINITY);
        OptionalDouble share = ProcessMemory.heapShare(window, limit);
        List<Step> steps = new ArrayList<>();
        if (share.isPresent()) {
            double part = share.getAsDouble();
            steps.add(limit(limit, Math.max(to / part, beside / (1 - part))));
        } else {
            OptionalDouble available = window.latestIfKnown(HostSignals.MEMORY_AVAILABLE);
            if (limit == Double.POSITIVE_INFINITY && available.isPresent()) {
                to = Math.min(to, heap + available.getAsDouble() * SHARE_OF_AVAILABLE);
            }
            if (to < LEAST_TIMES * heap) {
                return null;
            }
            double needed = rounded(to) * ProcessMemory.MEBIBYTE + beside;
            if (needed > limit) {
                steps.add(limit(limit, needed));
            }
            steps.add(new Step(
                    Step.Kind.JVM_OPTION,
                    "-XX:MaxHeapSize",
                    (long) (heap / ProcessMemory.MEBIBYTE) + "m",
                    rounded(to) + "m"));
        }
        return new Change(steps, true, Change.Risk.LOW);
    }

    private static Step limit(double from, double to) {
        return new Step(
                Step.Kind.RESOURCE, "limits.memory", (long) (from / ProcessMemory.MEBIBYTE) + "Mi", rounded(to) + "Mi");
    }

    /** In mebibytes. */
    private static long rounded(double bytes) {
        return (long) (Math.ceil(bytes / ProcessMemory.MEBIBYTE / MEBIBYTES) * MEBIBYTES);
    }
}
