package org.millrace.advisor.rule.threads;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.TimeCategory;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.model.signal.ThreadSignals;
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
import org.millrace.advisor.rule.analysis.DatabaseLoad;
import org.millrace.advisor.rule.analysis.Figures;
import org.millrace.advisor.rule.analysis.MachineUse;
import org.millrace.advisor.rule.analysis.Occupation;
import org.millrace.advisor.rule.analysis.Processors;
import org.millrace.advisor.rule.analysis.QueueWait;

/** Every request thread is busy; with room behind them, the threads themselves are what lacks. */
public final class ThreadsAllBusy implements Rule {

    private static final Threshold ALL =
            new Threshold("busy threads by maximum", 1, "ratio", "With one thread free, no request has to wait");

    private static final Threshold SUSTAINED = new Threshold(
            "longest run of all threads busy",
            5,
            "seconds",
            "The request queue is meant for shorter bursts; users notice five seconds without a response");

    private static final Threshold CPU = new Threshold(
            "used processors by those there are",
            0.6,
            "ratio",
            "Above, more threads would compete for processors instead of answering");

    private static final Threshold POOL = new Threshold(
            "used connections by pool size", 0.6, "ratio", "Above, more threads would soon wait for connections");

    private static final Threshold READY = new Threshold(
            "threads ready to run without a processor, by processors",
            1,
            "threads per core",
            "From here on, an additional thread waits for a processor");

    /** A third more than the requests in flight, so that the next small burst finds threads too. */
    private static final double HEADROOM = 1.3;

    /** What the threads wait for, if it is used up itself. */
    private enum Saturated {
        PROCESSORS("The processors were", " Add processors or nodes, or spread the load over a longer time."),
        POOL("The connection pool was", ""),
        DATABASE("The database was", "");

        private final String subject;
        private final String advice;

        Saturated(String subject, String advice) {
            this.subject = subject;
            this.advice = advice;
        }
    }

    private static final RuleCard CARD = new RuleCard(
            RuleId.THREADS_ALL_BUSY,
            "Every request thread is busy",
            Lane.SATURATION,
            "A request needs a thread from its first to its last byte. While all are busy, every other request waits, "
                    + "health checks and metrics included. If processors, pool and database have room at the same time, "
                    + "the threads are the bottleneck: there are too few, or something outside holds them. If not, the "
                    + "finding about what lacks explains this one and holds its advice back.",
            List.of(ThreadSignals.BUSY, ThreadSignals.MAX, ThreadSignals.UTILISATION),
            DatabaseLoad.thresholds(ALL, SUSTAINED, CPU, READY, POOL, QueueWait.NOTICED),
            List.of(
                    "https://www.keycloak.org/high-availability/single-cluster/concepts-threads",
                    "https://en.wikipedia.org/wiki/Little%27s_law"),
            Causality.at(Station.REQUEST_THREADS)
                    .explaining(TimeCategory.REQUEST_THREAD, TimeCategory.CLIENT)
                    .leadingTo(RuleId.REQUESTS_QUEUE));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        Duration longest = window.longestRun(ThreadSignals.UTILISATION, used -> used >= ALL.in(context));
        if (longest.toMillis() < SUSTAINED.in(context) * 1000) {
            return Verdict.healthyOver(context, ThreadSignals.UTILISATION, SUSTAINED);
        }
        Window busy = window.where(ThreadSignals.UTILISATION, used -> used >= ALL.in(context));
        Optional<Saturated> saturated = saturatedBehind(context.of(busy));
        boolean waitsLong =
                QueueWait.in(busy, longest).orElse(Double.POSITIVE_INFINITY) >= QueueWait.NOTICED.in(context);
        // The threads' processors are well used and the wait time is short: a server at full load.
        return saturated.isEmpty() || waitsLong ? finding(busy, longest, saturated) : Verdict.healthy();
    }

    /** Unknown values are not counted against the threads; they lower the confidence. */
    private static Optional<Saturated> saturatedBehind(RuleContext context) {
        Window busy = context.window();
        if (Processors.shareOfInstallation(busy).orElse(0) >= CPU.in(context)
                || readyPerCore(busy).orElse(0) >= READY.in(context)) {
            return Optional.of(Saturated.PROCESSORS);
        }
        if (busy.meanIfKnown(PoolSignals.AWAITING).orElse(0) >= 1
                || busy.meanIfKnown(PoolSignals.UTILISATION).orElse(0) >= POOL.in(context)) {
            return Optional.of(Saturated.POOL);
        }
        return knowsDatabase(busy) && DatabaseLoad.of(context).isSaturated()
                ? Optional.of(Saturated.DATABASE)
                : Optional.empty();
    }

    /** Threads that wait for a processor by processors; empty if not known. */
    private static OptionalDouble readyPerCore(Window busy) {
        OptionalDouble ready = busy.meanIfKnown(TimeSignals.WAITING_FOR_PROCESSOR);
        double available = Processors.available(busy).orElse(0);
        return ready.isPresent() && available > 0
                ? OptionalDouble.of(ready.getAsDouble() / available)
                : OptionalDouble.empty();
    }

    private static Finding finding(Window busy, Duration longest, Optional<Saturated> saturated) {
        boolean roomBehind = saturated.isEmpty();
        double threads = busy.latest(ThreadSignals.MAX);
        OptionalDouble queue = busy.meanIfKnown(ThreadSignals.QUEUE);
        Occupation occupation = Occupation.of(busy);
        List<Observation> observed = new ArrayList<>();
        observed.add(Observation.of(ThreadSignals.UTILISATION.name(), busy.mean(ThreadSignals.UTILISATION), ALL));
        observed.add(Observation.of("request.threads.all.busy.longest.run", longest.toMillis() / 1e3, SUSTAINED));
        observed.add(Observation.of(ThreadSignals.MAX.name(), threads, "threads"));
        queue.ifPresent(waiting -> observed.add(Observation.of(ThreadSignals.QUEUE.name(), waiting, "requests")));
        MachineUse.of(busy).ifPresent(use -> observed.add(Observation.of("installation.cpu.share", use.share(), CPU)));
        readyPerCore(busy)
                .ifPresent(ready ->
                        observed.add(Observation.of("process.threads.waiting.for.processor.per.core", ready, READY)));
        observed.addAll(occupation.observations());
        String waiting = queue.isPresent() && queue.getAsDouble() > 0
                ? Figures.count(queue.getAsDouble(), "request") + " on average waited for one. "
                : "";
        String why = "All " + Figures.count(threads, "request thread") + " were busy for up to "
                + Figures.count(longest.toSeconds(), "second") + ". " + waiting
                + saturated
                        .map(what -> what.subject + " saturated too.")
                        .orElse("Nothing known behind them was saturated.")
                + occupation.sentence() + " "
                + advice(saturated, occupation.mainActivity().orElse(ThreadSignals.ELSEWHERE));
        return new Finding(
                queue.orElse(0) > 0 ? Severity.CRITICAL : Severity.WARNING,
                observed,
                why,
                knowsDatabase(busy) ? DatabaseLoad.confidence(busy, Confidence.HIGH) : Confidence.MEDIUM,
                roomBehind ? change(busy, threads, occupation) : null);
    }

    private static String advice(Optional<Saturated> saturated, Signal mainActivity) {
        if (mainActivity.equals(ThreadSignals.WITH_CLIENT)) {
            return "Slow clients hold the threads: let a proxy buffer requests, and limit how many such requests run "
                    + "at once.";
        }
        if (mainActivity.equals(ThreadSignals.IN_REMOTE_CALL)) {
            return "Another server holds the threads: shorten the time-outs for calls to it before adding threads.";
        }
        return saturated
                .map(what -> "More threads would only queue up there." + what.advice)
                .orElse("More threads would let more requests through.");
    }

    private static @Nullable Change change(Window busy, double threads, Occupation occupation) {
        Signal activity = occupation.mainActivity().orElse(ThreadSignals.ELSEWHERE);
        boolean heldFromOutside =
                activity.equals(ThreadSignals.WITH_CLIENT) || activity.equals(ThreadSignals.IN_REMOTE_CALL);
        double wanted = Math.ceil(busy.meanIfKnown(HttpSignals.ACTIVE_REQUESTS).orElse(threads) * HEADROOM);
        double affordable = busy.maxIfKnown(PoolSignals.MAX).orElse(Double.POSITIVE_INFINITY);
        int to = (int) Math.min(wanted, affordable);
        if (heldFromOutside || to <= threads) {
            return null;
        }
        Step step = new Step(
                Step.Kind.OPTION,
                KeycloakSettings.HTTP_POOL_MAX_THREADS.name(),
                Integer.toString((int) threads),
                Integer.toString(to));
        return new Change(List.of(step), true, Change.Risk.LOW);
    }

    private static boolean knowsDatabase(Window window) {
        return DatabaseLoad.INPUTS.stream().allMatch(window::has) && window.has(PostgresSignals.RUNNING);
    }
}
