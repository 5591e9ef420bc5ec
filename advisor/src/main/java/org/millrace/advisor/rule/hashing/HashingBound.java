package org.millrace.advisor.rule.hashing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.millrace.advisor.model.TimeCategory;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.model.signal.LoadSignals;
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
import org.millrace.advisor.rule.analysis.Processors;

/** The processors are busy hashing passwords. */
public final class HashingBound implements Rule {

    private static final Threshold CPU = new Threshold(
            "used processors by those there are",
            0.8,
            "ratio",
            "With processors to spare, hashing is work and no bottleneck");

    private static final Threshold HASHING = new Threshold(
            "threads that hash by busy threads", 0.5, "ratio", "Then hashing dominates the use of the processors");

    private static final Threshold FULL =
            new Threshold("used processors by those there are, critical", 0.9, "ratio", "Logins queue from here on");

    private static final Threshold QUEUE = new Threshold(
            "threads that hash by processors",
            2,
            "threads per processor",
            "A hash keeps a processor busy: with twice as many at it, half of them wait");

    private static final Threshold OWN_USE = new Threshold(
            "used processors by those there are, with a queue",
            0.4,
            "ratio",
            "With less, the queue waits for processors that other processes use, which is KC-CPU-002's to say");

    private static final Threshold LONG_QUEUE = new Threshold(
            "threads that hash by processors, critical",
            4,
            "threads per processor",
            "A login then waits three times as long as it works");

    private static final Threshold SLICE = new Threshold(
            "seconds of the busiest stretch",
            15,
            "seconds",
            "Fifteen samples make a share; a burst of logins is shorter");

    private static final RuleCard CARD = new RuleCard(
            RuleId.HASHING_BOUND,
            "Password hashing takes the processors",
            Lane.SATURATION,
            "A password hash takes some 70 ms of a processor on purpose: each guess takes as much. One core sustains about 15 "
                    + "logins a second. Threads, connections or a larger database change nothing about that.",
            List.of(ThreadSignals.HASHING, ThreadSignals.BUSY, JvmSignals.CPU_TIME, JvmSignals.PROCESSORS),
            List.of(CPU, HASHING, FULL, QUEUE, OWN_USE, LONG_QUEUE, SLICE),
            List.of(
                    "https://www.keycloak.org/high-availability/multi-cluster/concepts-memory-and-cpu-sizing",
                    "https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html"),
            Causality.at(Station.CPU)
                    .explaining(TimeCategory.HASHING)
                    .leadingTo(
                            RuleId.CPU_THROTTLED,
                            RuleId.HELD_WHILE_BUSY_ELSEWHERE,
                            RuleId.THREADS_ALL_BUSY,
                            RuleId.TOO_MANY_THREADS)
                    .holdingBack(RuleId.POOL_TOO_SMALL, RuleId.HELD_WHILE_BUSY_ELSEWHERE, RuleId.THREADS_ALL_BUSY));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        Optional<Window> busiest = window.busiest(ThreadSignals.HASHING, SLICE.duration(context));
        if (busiest.filter(slice -> slice.has(JvmSignals.CPU_TIME) && slice.has(ThreadSignals.BUSY))
                .isEmpty()) {
            return new Verdict.Skipped(List.of(ThreadSignals.HASHING));
        }
        Window slice = busiest.get();
        double busy = slice.mean(ThreadSignals.BUSY);
        double share = busy > 0 ? slice.mean(ThreadSignals.HASHING) / busy : 0;
        double processors = Processors.available(window).orElse(1);
        double cpu = slice.rate(JvmSignals.CPU_TIME) / processors;
        double queue = slice.mean(ThreadSignals.HASHING) / processors;
        boolean bound = cpu >= CPU.in(context) || queue >= QUEUE.in(context) && cpu >= OWN_USE.in(context);
        return bound && share >= HASHING.in(context)
                ? finding(context.of(slice), cpu, share, queue)
                : Verdict.healthy();
    }

    private static Finding finding(RuleContext context, double cpu, double share, double queue) {
        Window slice = context.window();
        OptionalDouble rate = slice.rateIfKnown(LoadSignals.PASSWORD_VALIDATIONS);
        List<Observation> observed = new ArrayList<>();
        observed.add(Observation.of("process.cpu.share", cpu, CPU));
        observed.add(Observation.of("request.threads.hashing.share", share, HASHING));
        observed.add(Observation.of("request.threads.hashing.per.processor", queue, QUEUE));
        rate.ifPresent(passwords ->
                observed.add(Observation.of("keycloak.password.validations.rate", passwords, "passwords per second")));
        String passwords = rate.isPresent() && rate.getAsDouble() >= 1
                ? Figures.number(rate.getAsDouble()) + " passwords a second take about "
                        + Figures.count(rate.getAsDouble() / 15, "core") + ". "
                : "";
        return new Finding(
                cpu >= FULL.in(context) || queue >= LONG_QUEUE.in(context) ? Severity.CRITICAL : Severity.WARNING,
                observed,
                Figures.percent(share) + " of the busy threads were hashing passwords, " + Figures.number(queue)
                        + " for each processor, and " + Figures.percent(cpu) + " of the processors were used. "
                        + passwords
                        + "Add processors or nodes; longer sessions and fewer direct "
                        + "grants save logins. Check that passwords are not being guessed (KC-HASH-002). Do not weaken the hashes.",
                Confidence.HIGH,
                null);
    }
}
