package org.millrace.advisor.rule.host;

import java.util.ArrayList;
import java.util.List;
import org.millrace.advisor.model.TimeCategory;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.HostSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.model.signal.TimeSignals;
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
import org.millrace.advisor.rule.analysis.MachineUse;
import org.millrace.advisor.rule.analysis.Processors;

/** Threads are ready to run and get no processor, because other processes of the machine use them. */
public final class ProcessorsUsedByOthers implements Rule {

    private static final Threshold WAITING = new Threshold(
            "threads that wait for a processor",
            1,
            "threads",
            "Less than one thread at a time waits on any machine that is well used");

    private static final Threshold SHARE = new Threshold(
            "wait by wait and work",
            0.5,
            "ratio",
            "Then a thread waits for a processor for as long as it runs, and requests take twice as long");

    private static final Threshold MUCH = new Threshold(
            "wait by wait and work, critical", 0.75, "ratio", "Requests take four times as long from here on");

    private static final Threshold OWN = new Threshold(
            "processors that others leave to this process",
            0.5,
            "ratio",
            "A process that uses more than half of the processors waits for itself, too");

    private static final Threshold REQUESTS = new Threshold(
            "requests that wait for a processor",
            0.5,
            "requests",
            "Below, it is not requests that wait, or hardly ever");

    private static final Threshold INSTALLATION = new Threshold(
            "processors of a local database and of other nodes by those that others use",
            0.5,
            "ratio",
            "PostgreSQL and the other nodes on this machine belong to the installation: their use is Keycloak's own load");

    private static final Threshold THROTTLED = new Threshold(
            "throttled periods", 0.1, "ratio", "KC-CPU-001 is the rule for a quota that stops the process");

    private static final RuleCard CARD = new RuleCard(
            RuleId.PROCESSORS_USED_BY_OTHERS,
            "Other processes use the machine's processors",
            Lane.SATURATION,
            "The kernel counts for each thread how long it was ready to run and had no processor. If that is much while this "
                    + "process uses few of the processors, other processes use them, or the machine has fewer than it shows. "
                    + "No setting of Keycloak gives it more of them.",
            List.of(TimeSignals.WAITING_FOR_PROCESSOR, JvmSignals.CPU_TIME, JvmSignals.PROCESSORS),
            List.of(WAITING, SHARE, MUCH, OWN, REQUESTS, INSTALLATION, THROTTLED),
            List.of("https://docs.kernel.org/scheduler/sched-stats.html"),
            Causality.at(Station.CPU)
                    .explaining(TimeCategory.PROCESSOR)
                    .leadingTo(
                            RuleId.CPU_THROTTLED,
                            RuleId.HASHING_BOUND,
                            RuleId.GC_OVERHEAD,
                            RuleId.PAUSES_LONG,
                            RuleId.THREADS_ALL_BUSY,
                            RuleId.TOO_MANY_THREADS)
                    // More concurrency on processors that are not there only waits longer for them.
                    .holdingBackMoreConcurrency()
                    .holdingBack(
                            RuleId.GC_OVERHEAD, RuleId.HASHING_BOUND, RuleId.CPU_THROTTLED, RuleId.DATABASE_CORES_FEW));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double waiting = window.mean(TimeSignals.WAITING_FOR_PROCESSOR);
        double used = window.rate(JvmSignals.CPU_TIME);
        double share = waiting + used > 0 ? waiting / (waiting + used) : 0;
        double own = Processors.share(window).orElse(1);
        boolean starved = waiting >= WAITING.in(context)
                && share >= SHARE.in(context)
                && own <= OWN.in(context)
                && !isInstallation(context)
                && Processors.throttled(window) < THROTTLED.in(context)
                && window.meanIfKnown(TimeCategory.PROCESSOR.signal()).orElse(1) >= REQUESTS.in(context);
        return starved ? finding(context, waiting, used, share) : Verdict.healthy();
    }

    private static boolean isInstallation(RuleContext context) {
        Window window = context.window();
        return MachineUse.of(window)
                .filter(use -> use.others() > 0 && use.others() >= INSTALLATION.in(context) * use.left())
                .isPresent();
    }

    private static Finding finding(RuleContext context, double waiting, double used, double share) {
        Window window = context.window();
        List<Observation> observed = new ArrayList<>();
        observed.add(Observation.of(TimeSignals.WAITING_FOR_PROCESSOR.name(), waiting, WAITING));
        observed.add(Observation.of("process.cpu.wait.share", share, SHARE));
        observed.add(Observation.of("process.cpu.used", used, "cores"));
        window.meanIfKnown(TimeCategory.PROCESSOR.signal())
                .ifPresent(requests -> observed.add(
                        Observation.of(TimeCategory.PROCESSOR.signal().name(), requests, REQUESTS)));
        window.meanIfKnown(HostSignals.CPU_PRESSURE)
                .ifPresent(
                        pressure -> observed.add(Observation.of(HostSignals.CPU_PRESSURE.name(), pressure, "ratio")));
        return new Finding(
                share >= MUCH.in(context) ? Severity.CRITICAL : Severity.WARNING,
                observed,
                "The threads of this process wanted " + Figures.number(waiting + used) + " processors and got "
                        + Figures.number(used) + " of "
                        + Figures.number(Processors.available(window).orElse(used))
                        + ": other processes of the machine use them. Find them with top or pidstat, "
                        + "or by container with cgroup statistics; move them, limit them, or give this server processors of "
                        + "its own.",
                Confidence.HIGH,
                null);
    }
}
