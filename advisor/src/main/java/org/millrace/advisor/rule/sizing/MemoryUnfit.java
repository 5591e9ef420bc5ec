package org.millrace.advisor.rule.sizing;

import java.util.List;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.CgroupSignals;
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

/** The memory limit is too low, or was reached. */
public final class MemoryUnfit implements Rule {

    private static final Threshold USED = new Threshold(
            "memory that cannot be given back by limit", 0.9, "ratio", "A burst of requests takes the remainder");

    private static final Threshold FULL = new Threshold(
            "memory that cannot be given back by limit, critical", 0.95, "ratio", "The kernel kills the process at 1");

    private static final Threshold LEAST = new Threshold(
            "memory limit",
            1360.0 * 1000 * 1000,
            "bytes",
            "By the guide: 1250 MB, 300 of them outside the heap, which may be 70 %");

    private static final Threshold UNMEASURED = new Threshold(
            "memory limit without a measured live set",
            2e9,
            "bytes",
            "The container guide's least for smaller installations; what lives has been seen after a collection only");

    private static final String SHARE = "cgroup.memory.anonymous.share";

    /** Room for garbage. */
    private static final double ROOM = 1.5;

    /** The heap's default share of the limit. */
    private static final double HEAP_SHARE = 0.7;

    private static final RuleCard CARD = new RuleCard(
            RuleId.MEMORY_MISCONFIGURED,
            "The memory limit does not fit",
            Lane.CAPACITY,
            "The guide's least is 1360 MB; the container guide says 2 GB for smaller installations. Files that the kernel caches "
                    + "are not counted: it gives them back.",
            List.of(CgroupSignals.MEMORY_LIMIT),
            List.of(USED, FULL, LEAST, UNMEASURED),
            List.of(
                    "https://www.keycloak.org/high-availability/multi-cluster/concepts-memory-and-cpu-sizing",
                    "https://www.keycloak.org/server/containers"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double limit = window.latest(CgroupSignals.MEMORY_LIMIT);
        double kills = window.increaseIfKnown(CgroupSignals.OUT_OF_MEMORY_KILLS).orElse(0);
        double used = window.maxIfKnown(CgroupSignals.ANONYMOUS_MEMORY).orElse(0) / limit;
        Observation share = Observation.of(SHARE, used, "ratio");
        Observation bytes = Observation.of(CgroupSignals.MEMORY_LIMIT.name(), limit, "bytes");
        if (kills >= 1) {
            return finding(
                    Severity.CRITICAL, share, bytes, limit, "The kernel has killed a process because memory ran out. ");
        }
        if (used >= USED.in(context)) {
            boolean full = used >= FULL.in(context);
            return finding(
                    full ? Severity.CRITICAL : Severity.WARNING,
                    Observation.of(SHARE, used, full ? FULL : USED),
                    bytes,
                    limit,
                    Figures.percent(used) + " of the limit cannot be given back. ");
        }
        double live = window.maxIfKnown(JvmSignals.LIVE_SET).orElse(0);
        double needed = live > 0 ? needed(window, live) : 0;
        Threshold floor = live > 0 ? LEAST : UNMEASURED;
        double least = Math.max(floor.in(context), needed);
        // The measured value is no threshold; the text has it.
        Observation decided =
                needed > floor.in(context) ? bytes : Observation.of(CgroupSignals.MEMORY_LIMIT.name(), limit, floor);
        return limit >= least
                ? Verdict.healthy()
                : finding(Severity.WARNING, share, decided, limit, tooLow(least, live));
    }

    private static String tooLow(double least, double live) {
        return live > 0
                ? Figures.bytes(live) + " live in the heap, so that at least " + Figures.bytes(least) + " are needed. "
                : "What lives in the heap has not been measured yet. ";
    }

    /** Computed from the measured use: for the heap alone, or for heap and non-heap memory. */
    private static double needed(Window window, double live) {
        double limit = window.latest(CgroupSignals.MEMORY_LIMIT);
        double share = ProcessMemory.heapShare(window, limit).orElse(HEAP_SHARE);
        return Math.max(ROOM * live / share, ROOM * live + ProcessMemory.besideHeap(window));
    }

    private static Finding finding(Severity severity, Observation share, Observation bytes, double limit, String fact) {
        return new Finding(
                severity,
                List.of(share, bytes),
                fact + "The limit is " + Figures.bytes(limit)
                        + ": 2 GB are the least for a productive installation unless its "
                        + "live set was measured; see KC-JVM-001 for what fills it.",
                Confidence.MEDIUM,
                null);
    }
}
