package org.millrace.advisor.rule.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.TimeCategory;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.model.signal.CgroupSignals;
import org.millrace.advisor.model.signal.HostSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.model.signal.PoolSignals;
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
import org.millrace.advisor.rule.analysis.Figures;
import org.millrace.advisor.rule.analysis.LockChain;
import org.millrace.advisor.rule.analysis.MachineUse;
import org.millrace.advisor.rule.analysis.PoolBudget;
import org.millrace.advisor.rule.analysis.Processors;

/** More runnable request threads than processors: they only add context switches. */
public final class TooManyThreads implements Rule {

    private static final Threshold PER_CORE = new Threshold(
            "greatest number of threads by processors",
            4,
            "threads per core",
            "Keycloak's own default, from 13 processors on");

    private static final Threshold DEFAULT =
            new Threshold("greatest number of threads", 50, "threads", "Keycloak's default on smaller machines");

    private static final Threshold BUSY = new Threshold(
            "busy threads by processors", 8, "threads per core", "Below, most of them may be waiting for the database");

    private static final Threshold CPU = new Threshold(
            "used processors by those there are",
            0.85,
            "ratio",
            "With processors to spare, threads do not compete for them");

    private static final Threshold SHARED_CPU = new Threshold(
            "used processors by those there are, where others want them too",
            0.5,
            "ratio",
            "On a machine that others use as well, a process does not get all of it, and waits no less");

    private static final Threshold PRESSURE = new Threshold(
            "time in which something waited for a processor",
            0.5,
            "ratio",
            "Then processors are missing, independent of the process that uses them");

    private static final Threshold READY = new Threshold(
            "threads ready to run without a processor, by processors",
            4,
            "threads per core",
            "Each thread gets at most a fifth of the time, including when other processes use the processors");

    private static final Threshold THROTTLED = new Threshold(
            "throttled periods", 0.1, "ratio", "KC-CPU-001 is the rule for a quota that stops the threads");

    private static final Threshold INSTALLATION = new Threshold(
            "processors of a local database and of other nodes by those that the installation uses",
            0.25,
            "ratio",
            "Then the processors are those of the whole installation, and its connections count as its threads do");

    private static final Threshold SLICE = new Threshold(
            "seconds of the busiest stretch",
            30,
            "seconds",
            "Thirty samples make a mean; a burst of logins is shorter");

    /** Lower bound of a proposed {@code http-pool-max-threads}, in threads: fewer let slow requests of a few clients block all others. */
    private static final double LEAST_THREADS = 16;

    private static final RuleCard CARD = new RuleCard(
            RuleId.TOO_MANY_THREADS,
            "Too many request threads for the processors",
            Lane.SATURATION,
            "Threads beyond the processors increase no throughput: each request takes longer, holds its memory and its "
                    + "connection longer, and increases the work of the garbage collector. Fewer threads with a queue "
                    + "answer more requests. A local database and other nodes on the same machine use the same processors: "
                    + "then threads and connections are reduced together.",
            List.of(ThreadSignals.MAX, ThreadSignals.BUSY, JvmSignals.PROCESSORS, JvmSignals.CPU_TIME),
            List.of(
                    PER_CORE,
                    DEFAULT,
                    BUSY,
                    CPU,
                    SHARED_CPU,
                    PRESSURE,
                    READY,
                    THROTTLED,
                    INSTALLATION,
                    MachineUse.DATABASE,
                    SLICE),
            List.of(
                    "https://www.keycloak.org/high-availability/single-cluster/concepts-threads",
                    "https://en.wikipedia.org/wiki/Neil_J._Gunther#Universal_Scalability_Law"),
            Causality.at(Station.CPU)
                    // Other nodes on the machine, event loops and owners of Java locks need the same processors.
                    .explaining(TimeCategory.ON_PROCESSORS)
                    .explaining(TimeCategory.CLUSTER, TimeCategory.CLIENT, TimeCategory.LOCK)
                    // New connections to a local database, and its statements, wait for them too.
                    .explainingOnSharedProcessors(TimeCategory.DATABASE, TimeCategory.CONNECTION)
                    // All nodes, and a local database, wait for the same processors.
                    .leadingTo(
                            RuleId.CPU_THROTTLED,
                            RuleId.DATABASE_BEHIND_POOL_SATURATED,
                            RuleId.POOL_GROWS_UNDER_LOAD,
                            RuleId.ACQUISITIONS_TIME_OUT,
                            RuleId.REPLICATION_SLOW,
                            RuleId.JGROUPS_POOL_EXHAUSTED,
                            RuleId.MESSAGES_HELD_UP,
                            RuleId.PAUSES_LONG,
                            RuleId.REQUESTS_QUEUE)
                    .leadingToOnSharedProcessors(RuleId.DATABASE_PROCESSORS_SATURATED, RuleId.DATABASE_UNREACHABLE)
                    // More nodes or processors (KC-HPA-001, KC-SIZ-001) remain a remedy.
                    .holdingBack(RuleId.POOL_TOO_SMALL, RuleId.THREADS_ALL_BUSY));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double threads = window.latest(ThreadSignals.MAX);
        double cores = Processors.available(window).orElse(1);
        double most = Math.max(DEFAULT.in(context), PER_CORE.in(context) * Math.ceil(cores));
        double nodes = MachineUse.nodes(window);
        double share = Math.max(LEAST_THREADS, Math.floor(most / nodes));
        Optional<Finding> competing = threads * nodes > most
                ? window.busiest(ThreadSignals.BUSY, SLICE.duration(context))
                        .filter(slice -> slice.mean(ThreadSignals.BUSY) / cores >= BUSY.in(context))
                        .flatMap(slice -> MachineUse.of(slice)
                                .filter(use -> lacksProcessors(use, context.of(slice)))
                                .flatMap(use -> competing(context.of(slice), use, threads, nodes, share)))
                : Optional.empty();
        if (competing.isPresent()) {
            return competing.get();
        }
        return threads > most ? many(context, threads, cores, share) : Verdict.healthy();
    }

    /** By the number of threads that wait for a processor where the kernel counts it, else by processor use and CPU pressure. */
    private static boolean lacksProcessors(MachineUse use, RuleContext context) {
        Window slice = context.window();
        if (Processors.throttled(slice) >= THROTTLED.in(context)) {
            return false;
        }
        OptionalDouble ready = slice.meanIfKnown(TimeSignals.WAITING_FOR_PROCESSOR);
        if (ready.isPresent()) {
            return ready.getAsDouble() >= READY.in(context) * use.available();
        }
        return use.share() >= CPU.in(context)
                || use.share() >= SHARED_CPU.in(context) && pressure(slice).orElse(0) >= PRESSURE.in(context);
    }

    /** Of the control group, or of the machine. */
    private static OptionalDouble pressure(Window slice) {
        OptionalDouble group = slice.maxIfKnown(CgroupSignals.CPU_PRESSURE);
        return group.isPresent() ? group : slice.maxIfKnown(HostSignals.CPU_PRESSURE);
    }

    /** Empty if the sizes fit, or if sessions of a local database wait for one blocking session. */
    private static Optional<Finding> competing(
            RuleContext context, MachineUse use, double threads, double nodes, double share) {
        Window slice = context.window();
        boolean shared = use.others() >= INSTALLATION.in(context) * (use.own() + use.others());
        boolean sharedWithDatabase = shared && use.includesDatabase(context);
        if (sharedWithDatabase && LockChain.isIn(slice)) {
            return Optional.empty();
        }
        List<Step> steps = new ArrayList<>();
        Optional<Change> pool = sharedWithDatabase ? PoolBudget.smaller(slice) : Optional.empty();
        // A thread without a connection waits for one: more threads than connections only compete for the processors.
        double connections = sharedWithDatabase
                ? pool.map(TooManyThreads::size)
                        .orElseGet(() -> slice.latestIfKnown(PoolSignals.MAX).orElse(share))
                : share;
        double to = Math.max(LEAST_THREADS, Math.min(share, connections));
        if (to < threads) {
            steps.add(step(threads, to));
        }
        pool.ifPresent(change -> steps.addAll(change.apply()));
        return steps.isEmpty()
                ? Optional.empty()
                : Optional.of(competing(
                        context,
                        use,
                        threads,
                        nodes,
                        shared,
                        new Change(steps, true, pool.map(Change::risk).orElse(Change.Risk.LOW))));
    }

    private static double size(Change pool) {
        return Double.parseDouble(Objects.requireNonNull(pool.apply().get(0).to()));
    }

    private static Finding competing(
            RuleContext context, MachineUse use, double threads, double nodes, boolean shared, Change change) {
        Window slice = context.window();
        double busy = slice.mean(ThreadSignals.BUSY);
        double cores = use.available();
        List<Observation> observed = new ArrayList<>();
        observed.add(Observation.of("request.threads.busy.per.core", busy / cores, BUSY));
        observed.add(Observation.of("installation.cpu.share", use.share(), CPU));
        observed.add(Observation.of("request.threads.max.per.core", threads * nodes / cores, PER_CORE));
        if (shared) {
            observed.add(Observation.of(
                    "installation.others.cpu.share", use.others() / (use.own() + use.others()), INSTALLATION));
            if (use.includesDatabase(context)) {
                observed.add(Observation.of(TimeSignals.DATABASE_PROCESSORS.name(), use.database(), "cores"));
            }
        }
        slice.meanIfKnown(TimeSignals.WAITING_FOR_PROCESSOR)
                .ifPresent(ready -> observed.add(
                        Observation.of("process.threads.waiting.for.processor.per.core", ready / cores, READY)));
        pressure(slice).ifPresent(pressure -> observed.add(Observation.of("cpu.pressure", pressure, PRESSURE)));
        String cure = shared
                ? " (" + use.parts()
                        + "). Fewer " + reduced(change) + (nodes > 1 ? " on all nodes" : "")
                        + " shorten each request, and further requests wait in the queue"
                : ". With fewer threads, each request takes less time";
        return new Finding(
                Severity.CRITICAL,
                observed,
                Figures.number(busy) + " request threads on average shared " + Figures.count(cores, "processor")
                        + ", " + Figures.percent(use.share()) + " of which the installation used" + cure
                        + "; bound the queue in front of them too (KC-HTTP-003).",
                Confidence.HIGH,
                change);
    }

    private static String reduced(Change change) {
        return change.apply().stream()
                .map(step -> step.name().equals(KeycloakSettings.HTTP_POOL_MAX_THREADS.name())
                        ? "request threads"
                        : "connections")
                .collect(Collectors.joining(" and "));
    }

    private static Step step(double threads, double to) {
        return new Step(
                Step.Kind.OPTION,
                KeycloakSettings.HTTP_POOL_MAX_THREADS.name(),
                Integer.toString((int) threads),
                Integer.toString((int) to));
    }

    private static Finding many(RuleContext context, double threads, double cores, double to) {
        Window window = context.window();
        boolean lackProcessors = Processors.areUsedUp(context) || Processors.throttled(window) >= THROTTLED.in(context);
        return new Finding(
                        Severity.INFO,
                        List.of(
                                Observation.of(ThreadSignals.MAX.name(), threads, DEFAULT),
                                Observation.of("request.threads.max.per.core", threads / cores, PER_CORE)),
                        "There may be " + Figures.count(threads, "request thread") + " on "
                                + Figures.count(cores, "processor") + "."
                                + (lackProcessors ? "" : " It has no effect now."),
                        Confidence.MEDIUM,
                        new Change(List.of(step(threads, to)), true, Change.Risk.LOW))
                .withoutSymptom();
    }
}
