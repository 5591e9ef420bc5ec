package org.millrace.server.advisor.sampler;

import io.micrometer.core.instrument.MeterRegistry;
import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.jboss.threads.EnhancedQueueExecutor;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.RequestSamples;
import org.millrace.advisor.model.RequestSample;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.TimeCategory;
import org.millrace.advisor.model.signal.ThreadSignals;
import org.millrace.advisor.model.signal.TimeSignals;
import org.millrace.advisor.sampler.Readings;
import org.millrace.advisor.sampler.Sampler;
import org.millrace.advisor.sampler.micrometer.MeterSum;
import org.millrace.advisor.sampler.postgres.StatementActivity;
import org.millrace.bulk.chunk.run.ImportThreads;

/**
 * Reads the executor that serves requests, and what each active request does.
 *
 * <p>Its own counters are off unless the server is started with certain system properties, so threads are counted as busy by their
 * stacks, and the queue is what is left of the requests in flight while hardly a thread is free.
 */
public final class RequestThreadSampler implements Sampler {

    private static final Map<TimeCategory, Signal> SIGNALS = signals();

    /** The meter is looked up until it is there, which is after the first request. */
    private static final int PASSES_BETWEEN_LOOK_UPS = 15;

    /** Reading all threads' delays takes about a millisecond. */
    private static final int PASSES_BETWEEN_DELAYS = 5;

    /** While threads are idle no request waits for one: a request without a thread is being read, or was just answered. */
    private static final double NEARLY_ALL = 0.9;

    /** A process that uses as much of its processors waits for itself. */
    private static final double OWN_USE = 0.8;

    /** Share of the processors that this process leaves. */
    private static final double INSTALLATION_USE = 0.5;

    /** Less than a thread uses that works at all within a second. */
    private static final long IDLE_NANOS = 500_000;

    private final MeterRegistry registry;
    private final MeterSum activeRequests;
    private final Supplier<Optional<EnhancedQueueExecutor>> source;
    private final StatementActivity statements;
    private final RequestSamples samples;
    private final InstantSource clock;
    private final DoubleSupplier otherNodes;
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final ProviderJars jars = new ProviderJars();
    private final ProcessorWait processorWait = new ProcessorWait(Path.of("/"));
    private @Nullable EnhancedQueueExecutor executor;
    private final DatabaseProcesses databaseProcesses = new DatabaseProcesses(Path.of("/"));
    private OptionalDouble database = OptionalDouble.empty();
    private OptionalDouble waiting = OptionalDouble.empty();
    private double starved;
    private Map<Long, Seen> before = Map.of();
    private long processNanos;
    private long processAt;
    private int passes;

    /** @param otherNodes number of processors that the other nodes on this machine use; called by the sampling thread */
    public RequestThreadSampler(
            MeterRegistry registry,
            MeterSum activeRequests,
            Supplier<Optional<EnhancedQueueExecutor>> source,
            StatementActivity statements,
            RequestSamples samples,
            InstantSource clock,
            DoubleSupplier otherNodes) {
        this.registry = registry;
        this.activeRequests = activeRequests;
        this.source = source;
        this.statements = statements;
        this.samples = samples;
        this.clock = clock;
        this.otherNodes = otherNodes;
    }

    @Override
    public String name() {
        return "request threads";
    }

    @Override
    public Duration interval() {
        return Duration.ofSeconds(1);
    }

    @Override
    public void sample(Readings readings) {
        if (passes % PASSES_BETWEEN_LOOK_UPS == 0) {
            activeRequests.find(registry);
        }
        if (passes++ % PASSES_BETWEEN_DELAYS == 0) {
            readProcessors();
        }
        waiting.ifPresent(number -> readings.put(TimeSignals.WAITING_FOR_PROCESSOR, number));
        database.ifPresent(cores -> readings.put(TimeSignals.DATABASE_PROCESSORS, cores));
        RequestTimes.read(readings);
        if (executor == null) {
            executor = source.get().orElse(null);
        }
        if (executor != null) {
            sample(executor, readings);
        }
    }

    private void sample(EnhancedQueueExecutor running, Readings readings) {
        int max = running.getMaximumPoolSize();
        List<ActiveRequest> activities = activities(running.getRunningThreads());
        int busy = activities.size();
        readings.put(ThreadSignals.MAX, max);
        readings.put(ThreadSignals.STARTED, running.getPoolSize());
        readings.put(ThreadSignals.BUSY, busy);
        readings.put(ThreadSignals.UTILISATION, max > 0 ? (double) busy / max : Double.NaN);
        Map<Signal, Integer> counted = new HashMap<>();
        activities.forEach(activity -> counted.merge(
                SIGNALS.getOrDefault(activity.what().category(), ThreadSignals.ELSEWHERE), 1, Integer::sum));
        SIGNALS.values().forEach(signal -> readings.put(signal, counted.getOrDefault(signal, 0)));
        readings.put(ThreadSignals.ELSEWHERE, counted.getOrDefault(ThreadSignals.ELSEWHERE, 0));
        OptionalDouble requests = requests(readings);
        double queue = busy < NEARLY_ALL * max ? 0 : Math.max(0, requests.orElse(0) - busy);
        if (requests.isPresent()) {
            readings.put(ThreadSignals.QUEUE, queue);
        }
        List<RequestSample.Part> parts = parts(activities, queue);
        for (TimeCategory category : TimeCategory.values()) {
            readings.put(
                    category.signal(),
                    parts.stream()
                            .filter(part -> part.category() == category)
                            .mapToDouble(RequestSample.Part::requests)
                            .sum());
        }
        samples.add(new RequestSample(clock.instant(), parts));
    }

    /** By the server's meter, or else by the provider's own count. */
    private OptionalDouble requests(Readings readings) {
        OptionalDouble meter = activeRequests.value();
        @Nullable Double own = readings.values().get(TimeSignals.IN_FLIGHT);
        return meter.isPresent() || own == null || !RequestTimes.isCounting() ? meter : OptionalDouble.of(own);
    }

    /** @param stalled whether its thread has done nothing since the sample before */
    private record ActiveRequest(RequestActivity what, boolean stalled) {}

    /** A thread at the sample before. */
    private record Seen(TimeCategory category, long cpuNanos) {}

    private List<ActiveRequest> activities(Thread[] running) {
        long[] ids = Arrays.stream(running).mapToLong(Thread::getId).toArray();
        List<ActiveRequest> activities = new ArrayList<>();
        Map<Long, Seen> seen = new HashMap<>();
        for (@Nullable ThreadInfo thread : threads.getThreadInfo(ids, RequestActivity.DEPTH)) {
            if (thread != null) {
                activity(thread)
                        .ifPresent(activity -> activities.add(
                                new ActiveRequest(activity, isStalled(thread.getThreadId(), activity, seen))));
            }
        }
        before = seen;
        return activities;
    }

    /** Work leaves a trace in the time that a thread has used a processor: without one, it is the same wait as a second ago. */
    private boolean isStalled(long thread, RequestActivity activity, Map<Long, Seen> seen) {
        long cpu = threads.getThreadCpuTime(thread);
        seen.put(thread, new Seen(activity.category(), cpu));
        @Nullable Seen last = before.get(thread);
        return last != null && last.category() == activity.category() && cpu >= 0 && cpu - last.cpuNanos() < IDLE_NANOS;
    }

    private List<RequestSample.Part> parts(List<ActiveRequest> activities, double queue) {
        RequestParts parts = new RequestParts(statements, starved);
        List<RequestActivity> writers =
                activities.stream().anyMatch(each -> each.what().awaitsWriters()) ? writers() : List.of();
        for (ActiveRequest activity : activities) {
            double stalled = activity.stalled() ? 1 : 0;
            if (activity.what().awaitsWriters() && !writers.isEmpty()) {
                double share = 1.0 / writers.size();
                writers.forEach(writer -> parts.add(writer, share, stalled * share));
            } else {
                parts.add(activity.what(), 1, stalled);
            }
        }
        parts.addQueue(queue);
        return parts.list();
    }

    /** What the threads do that write the chunks of imports; those that wait for others count only if all wait. */
    private List<RequestActivity> writers() {
        long[] ids = ImportThreads.alive().stream().mapToLong(Thread::getId).toArray();
        List<RequestActivity> writers = new ArrayList<>();
        for (@Nullable ThreadInfo thread : threads.getThreadInfo(ids, RequestActivity.DEPTH)) {
            if (thread != null && !RequestActivity.awaitsTask(thread.getStackTrace())) {
                activity(thread).ifPresent(writers::add);
            }
        }
        List<RequestActivity> working =
                writers.stream().filter(writer -> !writer.awaitsPermit()).toList();
        return working.isEmpty() ? writers : working;
    }

    private Optional<RequestActivity> activity(ThreadInfo thread) {
        @Nullable LockInfo lock = thread.getLockInfo();
        return RequestActivity.of(
                thread.getStackTrace(), thread.getThreadState(), lock == null ? null : lock.getClassName(), jars::of);
    }

    /** Which share of the time that threads were ready to run they had no processor because of others. */
    private void readProcessors() {
        OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        waiting = processorWait.threads();
        long now = System.nanoTime();
        if (system instanceof com.sun.management.OperatingSystemMXBean process) {
            long used = process.getProcessCpuTime();
            double cores = processAt == 0 ? Double.NaN : (double) (used - processNanos) / (now - processAt);
            processNanos = used;
            processAt = now;
            database = statements.isLocal() ? databaseProcesses.processors() : OptionalDouble.empty();
            starved = starved(
                    cores,
                    waiting.orElse(0),
                    system.getAvailableProcessors(),
                    database.orElse(0) + otherNodes.getAsDouble());
        }
    }

    /**
     * @param cores that this process uses; not a number at first
     * @param waits threads that are ready to run and have no processor
     * @param available processors
     * @param installation processors that PostgreSQL and other nodes on this machine use, which work for the same requests
     */
    static double starved(double cores, double waits, double available, double installation) {
        boolean ownUse = cores >= OWN_USE * available;
        boolean installationUse = installation >= INSTALLATION_USE * (available - (cores > 0 ? cores : 0));
        return Double.isFinite(cores) && !ownUse && !installationUse && waits > 0 ? waits / (waits + cores) : 0;
    }

    private static Map<TimeCategory, Signal> signals() {
        Map<TimeCategory, Signal> signals = new EnumMap<>(TimeCategory.class);
        signals.put(TimeCategory.CONNECTION, ThreadSignals.WAITING_FOR_CONNECTION);
        signals.put(TimeCategory.DATABASE, ThreadSignals.IN_DATABASE);
        signals.put(TimeCategory.HASHING, ThreadSignals.HASHING);
        signals.put(TimeCategory.CLIENT, ThreadSignals.WITH_CLIENT);
        signals.put(TimeCategory.LDAP, ThreadSignals.IN_REMOTE_CALL);
        signals.put(TimeCategory.IDENTITY_PROVIDER, ThreadSignals.IN_REMOTE_CALL);
        signals.put(TimeCategory.SMTP, ThreadSignals.IN_REMOTE_CALL);
        signals.put(TimeCategory.HTTP, ThreadSignals.IN_REMOTE_CALL);
        return signals;
    }
}
