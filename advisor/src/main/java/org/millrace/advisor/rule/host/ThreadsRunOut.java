package org.millrace.advisor.rule.host;

import java.util.List;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.CgroupSignals;
import org.millrace.advisor.model.signal.ThreadSignals;
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

/** The container may soon start no more threads. */
public final class ThreadsRunOut implements Rule {

    private static final Threshold USED = new Threshold(
            "processes and threads by limit",
            0.8,
            "ratio",
            "A thread that cannot be started fails its request, or the server");

    private static final double SPARE = 50;

    private static final RuleCard CARD = new RuleCard(
            RuleId.THREADS_RUN_OUT,
            "The limit of threads may be reached",
            Lane.CAPACITY,
            "A container's limit of processes counts threads. Request threads start on demand, so threads that do not exist "
                    + "yet must fit too.",
            List.of(CgroupSignals.PROCESSES, CgroupSignals.PROCESS_LIMIT),
            List.of(USED),
            List.of("https://docs.kernel.org/admin-guide/cgroup-v2.html#pid"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double limit = window.latest(CgroupSignals.PROCESS_LIMIT);
        double now = window.max(CgroupSignals.PROCESSES);
        double toCome = Math.max(
                0,
                window.latestIfKnown(ThreadSignals.MAX).orElse(0)
                        - window.latestIfKnown(ThreadSignals.STARTED).orElse(0));
        boolean fits = now + toCome + SPARE <= limit;
        return fits && now / limit < USED.in(context) ? Verdict.healthy() : finding(now, toCome, limit);
    }

    private static Finding finding(double now, double toCome, double limit) {
        return new Finding(
                Severity.WARNING,
                List.of(
                        Observation.of("cgroup.pids.share", now / limit, USED),
                        Observation.of("request.threads.to.come", toCome, "threads")),
                Figures.number(now) + " of " + Figures.number(limit) + " processes and threads are there, and "
                        + Figures.count(toCome, "request thread")
                        + " may still come. Raise podPidsLimit or TasksMax, or allow "
                        + "fewer request threads.",
                Confidence.HIGH,
                null);
    }
}
