package org.millrace.advisor.rule.analysis;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.Threshold;

/**
 * How busy the database was over a window, as several rules need it.
 *
 * @param active sessions at work or waiting inside the database
 * @param contention share of these that wait for a lock or a latch
 * @param disk share of these that wait for the disk
 * @param activePerCore empty if the number of cores is not known
 * @param runningPerCore likewise
 * @param isSaturated whether more sessions would only queue up inside
 */
public record DatabaseLoad(
        double active,
        double contention,
        double disk,
        OptionalDouble activePerCore,
        OptionalDouble runningPerCore,
        boolean isSaturated) {

    /** What must be in the window. */
    public static final List<Signal> INPUTS = List.of(
            PostgresSignals.ACTIVE,
            PostgresSignals.WAITING_FOR_LOCK,
            PostgresSignals.WAITING_FOR_LATCH,
            PostgresSignals.WAITING_FOR_IO);

    public static final Threshold CONTENTION = new Threshold(
            "active sessions that wait for locks or latches",
            0.2,
            "ratio",
            "From a fifth on, another session mostly joins a queue inside the database");

    public static final Threshold DISK = new Threshold(
            "active sessions that wait for the disk",
            0.5,
            "ratio",
            "Reads and commits on any disk take their share of the time; if most sessions wait for the disk, the disk is the bottleneck");

    public static final Threshold ACTIVE_FOR_DISK = new Threshold(
            "active sessions per core while most wait for the disk",
            1,
            "sessions per core",
            "A few sessions that take turns at the disk do not fill it");

    public static final Threshold RUNNING_PER_CORE = new Threshold(
            "running sessions per database core",
            0.8,
            "sessions per core",
            "Processors four fifths busy leave no room for a larger pool to use");

    public static final Threshold ACTIVE_PER_CORE = new Threshold(
            "active sessions per database core",
            2,
            "sessions per core",
            "Twice the cores is the pool size that HikariCP's formula ends at; more sessions only take turns");

    /** All that {@link #of} decides by, behind a rule's own. */
    public static List<Threshold> thresholds(Threshold... own) {
        return Stream.concat(
                        Stream.of(own), Stream.of(CONTENTION, DISK, ACTIVE_FOR_DISK, RUNNING_PER_CORE, ACTIVE_PER_CORE))
                .toList();
    }

    public static DatabaseLoad of(RuleContext context) {
        Window window = context.window();
        double active = window.mean(PostgresSignals.ACTIVE);
        double contention = share(
                window.mean(PostgresSignals.WAITING_FOR_LOCK) + window.mean(PostgresSignals.WAITING_FOR_LATCH), active);
        double disk = share(window.mean(PostgresSignals.WAITING_FOR_IO), active);
        OptionalDouble cores = window.maxIfKnown(PostgresSignals.CORES);
        OptionalDouble running = window.meanIfKnown(PostgresSignals.RUNNING);
        OptionalDouble activePerCore = per(cores, OptionalDouble.of(active));
        OptionalDouble runningPerCore = per(cores, running);
        // A database has one core at least.
        boolean atTheDisk = disk >= DISK.in(context) && activePerCore.orElse(active) >= ACTIVE_FOR_DISK.in(context);
        boolean saturated = contention >= CONTENTION.in(context)
                || atTheDisk
                || runningPerCore.orElse(0) >= RUNNING_PER_CORE.in(context)
                || activePerCore.orElse(0) > ACTIVE_PER_CORE.in(context);
        return new DatabaseLoad(active, contention, disk, activePerCore, runningPerCore, saturated);
    }

    /** Lower than the given confidence if some sessions are hidden, because they may be busy or wait too. */
    public static Confidence confidence(Window window, Confidence otherwise) {
        return window.maxIfKnown(PostgresSignals.HIDDEN).orElse(0) > 0 ? Confidence.LOW : otherwise;
    }

    private static double share(double waiting, double active) {
        return active > 0 ? Math.min(1, waiting / active) : 0;
    }

    private static OptionalDouble per(OptionalDouble cores, OptionalDouble value) {
        return cores.isPresent() && cores.getAsDouble() > 0 && value.isPresent()
                ? OptionalDouble.of(value.getAsDouble() / cores.getAsDouble())
                : OptionalDouble.empty();
    }
}
