package org.millrace.advisor.rule.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.CgroupSignals;
import org.millrace.advisor.model.HostSignals;
import org.millrace.advisor.model.JvmSignals;
import org.millrace.advisor.model.KeycloakSettings;
import org.millrace.advisor.model.ThreadSignals;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Figures;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.Processors;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.Verdict;

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

    private static final Threshold SLICE = new Threshold(
            "seconds of the busiest stretch",
            30,
            "seconds",
            "Thirty samples make a mean; a burst of logins is shorter");

    private static final RuleCard CARD = new RuleCard(
            "KC-THR-001",
            "Too many request threads for the processors",
            Lane.SATURATION,
            "Threads beyond the processors increase no throughput: each request takes longer, holds its memory and its "
                    + "connection longer, and increases the work of the garbage collector. Fewer threads with a queue "
                    + "answer more requests.",
            List.of(ThreadSignals.MAX, ThreadSignals.BUSY, JvmSignals.PROCESSORS, JvmSignals.CPU_TIME),
            List.of(PER_CORE, DEFAULT, BUSY, CPU, SHARED_CPU, PRESSURE, SLICE),
            List.of(
                    "https://www.keycloak.org/high-availability/single-cluster/concepts-threads",
                    "https://en.wikipedia.org/wiki/Neil_J._Gunther#Universal_Scalability_Law"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(Window window) {
        double threads = window.latest(ThreadSignals.MAX);
        double cores = Processors.available(window).orElse(1);
        double wanted = Math.max(DEFAULT.in(window), PER_CORE.in(window) * Math.ceil(cores));
        if (threads <= wanted) {
            return Verdict.healthy();
        }
        Change change = new Change(
                List.of(new Step(
                        Step.Kind.OPTION,
                        KeycloakSettings.HTTP_POOL_MAX_THREADS.name(),
                        Integer.toString((int) threads),
                        Integer.toString((int) wanted))),
                true,
                Change.Risk.LOW);
        return window.busiest(ThreadSignals.BUSY, SLICE.duration(window))
                .filter(slice -> slice.mean(ThreadSignals.BUSY) / cores >= BUSY.in(window) && lacksProcessors(slice))
                .<Verdict>map(slice -> competing(slice, threads, cores, change))
                .orElseGet(() -> many(threads, cores, change));
    }

    private static boolean lacksProcessors(Window slice) {
        double used = Processors.share(slice).orElse(0);
        return used >= CPU.in(slice)
                || used >= SHARED_CPU.in(slice) && pressure(slice).orElse(0) >= PRESSURE.in(slice);
    }

    /** Of the control group, or of the machine. */
    private static OptionalDouble pressure(Window slice) {
        OptionalDouble group = slice.maxIfKnown(CgroupSignals.CPU_PRESSURE);
        return group.isPresent() ? group : slice.maxIfKnown(HostSignals.CPU_PRESSURE);
    }

    private static Finding competing(Window slice, double threads, double cores, Change change) {
        double busy = slice.mean(ThreadSignals.BUSY);
        double cpu = Processors.share(slice).orElse(0);
        List<Observation> observed = new ArrayList<>();
        observed.add(Observation.of("request.threads.busy.per.core", busy / cores, BUSY));
        observed.add(Observation.of("process.cpu.share", cpu, CPU));
        observed.add(Observation.of("request.threads.max.per.core", threads / cores, PER_CORE));
        pressure(slice).ifPresent(share -> observed.add(Observation.of("cpu.pressure", share, PRESSURE)));
        return new Finding(
                Severity.CRITICAL,
                observed,
                Figures.number(busy) + " request threads on average took turns on " + Figures.count(cores, "processor")
                        + ", "
                        + Figures.percent(cpu)
                        + " of which were used. With fewer threads each request is done sooner; bound the "
                        + "queue in front of them too (KC-HTTP-003).",
                Confidence.HIGH,
                change);
    }

    private static Finding many(double threads, double cores, Change change) {
        return new Finding(
                        Severity.INFO,
                        List.of(
                                Observation.of(ThreadSignals.MAX.name(), threads, DEFAULT),
                                Observation.of("request.threads.max.per.core", threads / cores, PER_CORE)),
                        "There may be " + Figures.count(threads, "request thread") + " on "
                                + Figures.count(cores, "processor") + ". It has no effect now.",
                        Confidence.MEDIUM,
                        change)
                .withoutSymptom();
    }
}
