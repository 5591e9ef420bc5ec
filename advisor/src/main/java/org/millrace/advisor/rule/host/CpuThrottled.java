package org.millrace.advisor.rule.host;

import java.util.List;
import java.util.OptionalDouble;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.CgroupSignals;
import org.millrace.advisor.model.signal.HostSignals;
import org.millrace.advisor.model.signal.JvmSignals;
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
import org.millrace.advisor.sizing.Figure;

/** The container's processor quota stops the server again and again. */
public final class CpuThrottled implements Rule {

    private static final Threshold THROTTLED = new Threshold(
            "throttled periods",
            0.05,
            "ratio",
            "Every period lost to the quota is up to 0.1 s added to all requests at once; one in twenty shows in the p95");

    private static final Threshold MOSTLY = new Threshold(
            "throttled periods, critical",
            0.5,
            "ratio",
            "Stopped in every other period, the server spends more time waiting for its quota than for anything else");

    private static final Threshold PERIODS =
            new Threshold("periods in the window", 100, "periods", "Ten seconds at the usual period: fewer say little");

    private static final Threshold UPTIME = new Threshold(
            "uptime from which is counted", 60, "seconds", "Before, the compiler takes all it gets, which passes");

    /** A throttled process would use more than its quota: this is the headroom that Keycloak's guide leaves above a demand. */
    private static final double HEADROOM = 2.5;

    /** Ticks of one processor in a second, on Linux for every architecture that Java runs on (USER_HZ). */
    private static final double TICKS = 100;

    private static final RuleCard CARD = new RuleCard(
            RuleId.CPU_THROTTLED,
            "The CPU limit throttles the server",
            Lane.SATURATION,
            "When the control group's quota is used up, every thread stops until the next period, the garbage collector "
                    + "and the cluster's heartbeats included. More threads or connections then only use it up faster. The "
                    + "limit proposed is 2.5 times the present one, the headroom of Keycloak's guide, rounded up to half a "
                    + "processor. It is at most the number of processors of the machine, which other containers may need, too: measure again after the change.",
            List.of(CgroupSignals.CPU_PERIODS, CgroupSignals.CPU_THROTTLED_PERIODS),
            List.of(THROTTLED, MOSTLY, PERIODS, UPTIME),
            List.of(
                    "https://www.keycloak.org/high-availability/multi-cluster/concepts-memory-and-cpu-sizing",
                    "https://docs.kernel.org/scheduler/sched-bwc.html"),
            Causality.at(Station.CPU)
                    .leadingTo(
                            RuleId.GC_OVERHEAD,
                            RuleId.PAUSES_LONG,
                            RuleId.DATABASE_BEHIND_POOL_SATURATED,
                            RuleId.THREADS_ALL_BUSY,
                            RuleId.REPLICATION_SLOW)
                    // More concurrency on processors that are not there only waits longer for them.
                    .holdingBackMoreConcurrency()
                    .holdingBack(RuleId.GC_OVERHEAD));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window warm = warm(context);
        if (!warm.has(CgroupSignals.CPU_PERIODS) || !warm.has(CgroupSignals.CPU_THROTTLED_PERIODS)) {
            return new Verdict.Skipped(List.of(JvmSignals.UPTIME));
        }
        double periods = warm.increase(CgroupSignals.CPU_PERIODS);
        if (periods == 0) {
            return Verdict.healthy(); // No quota, or no runnable thread.
        }
        if (periods < PERIODS.in(context)) {
            return new Verdict.Skipped(List.of(CgroupSignals.CPU_PERIODS));
        }
        double share = warm.increase(CgroupSignals.CPU_THROTTLED_PERIODS) / periods;
        return share < THROTTLED.in(context) ? Verdict.healthy() : finding(context, share);
    }

    /** The window after the warm-up of the server; the whole window if its uptime is unknown. */
    private static Window warm(RuleContext context) {
        Window window = context.window();
        return window.has(JvmSignals.UPTIME)
                ? window.where(JvmSignals.UPTIME, seconds -> seconds >= UPTIME.in(context))
                : window;
    }

    private static Finding finding(RuleContext context, double share) {
        Window window = context.window();
        OptionalDouble cores = window.latestIfKnown(CgroupSignals.CPU_QUOTA);
        OptionalDouble machine = processors(window);
        String quota = cores.isPresent() ? " of " + Figures.count(cores.getAsDouble(), "core") : "";
        boolean all = cores.isPresent() && machine.isPresent() && cores.getAsDouble() >= machine.getAsDouble();
        return new Finding(
                share >= MOSTLY.in(context) ? Severity.CRITICAL : Severity.WARNING,
                List.of(Observation.of("cgroup.cpu.throttled.share", share, THROTTLED)),
                "In " + Figures.percent(share) + " of the periods the quota" + quota
                        + " was used up before the period was. "
                        + (all
                                ? "The machine has no more processors: run fewer request threads, or move to a larger machine."
                                : "Raise or remove the CPU limit; where that cannot be, run fewer request threads."),
                Confidence.HIGH,
                cores.isPresent() && machine.isPresent() && !all
                        ? higher(cores.getAsDouble(), machine.getAsDouble())
                        : null);
    }

    /** Number of processors of the machine, which the JVM does not see behind a quota; empty if it is not known. */
    private static OptionalDouble processors(Window window) {
        OptionalDouble ticks = window.rateIfKnown(HostSignals.CPU_TICKS);
        double processors = Math.round(ticks.orElse(0) / TICKS);
        return processors >= 1 ? OptionalDouble.of(processors) : OptionalDouble.empty();
    }

    private static Change higher(double cores, double machine) {
        double to = Math.min(Math.ceil(cores * HEADROOM * 2) / 2, machine);
        Step step = new Step(Step.Kind.RESOURCE, "limits.cpu", Figure.plain(cores), Figure.plain(to));
        return new Change(List.of(step), true, Change.Risk.LOW);
    }
}
