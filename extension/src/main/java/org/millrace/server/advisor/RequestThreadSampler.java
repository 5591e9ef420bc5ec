package org.millrace.server.advisor;

import io.micrometer.core.instrument.MeterRegistry;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jboss.threads.EnhancedQueueExecutor;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.ThreadSignals;
import org.millrace.advisor.sampler.Readings;
import org.millrace.advisor.sampler.Sampler;
import org.millrace.advisor.sampler.micrometer.MeterSum;

/**
 * Reads the executor that serves requests.
 *
 * <p>Its own counters are off unless the server is started with certain system properties, so threads are counted as
 * busy by their stacks, and the queue is what is left of the requests under way while hardly a thread is free. Without
 * metrics those are unknown, and so is the queue.
 */
final class RequestThreadSampler implements Sampler {

    private static final List<Signal> ACTIVITIES = List.of(
            ThreadSignals.WAITING_FOR_CONNECTION,
            ThreadSignals.IN_DATABASE,
            ThreadSignals.HASHING,
            ThreadSignals.WITH_CLIENT,
            ThreadSignals.IN_REMOTE_CALL,
            ThreadSignals.ELSEWHERE);

    /** The meter is looked up until it is there, which is after the first request. */
    private static final int PASSES_BETWEEN_LOOK_UPS = 15;

    /** While threads are free nobody waits for one: what is under way without one is being read, or was just answered. */
    private static final double NEARLY_ALL = 0.9;

    private final MeterRegistry registry;
    private final MeterSum activeRequests;
    private final Supplier<Optional<EnhancedQueueExecutor>> source;
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private @Nullable EnhancedQueueExecutor executor;
    private int passes;

    RequestThreadSampler(
            MeterRegistry registry, MeterSum activeRequests, Supplier<Optional<EnhancedQueueExecutor>> source) {
        this.registry = registry;
        this.activeRequests = activeRequests;
        this.source = source;
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
        if (passes++ % PASSES_BETWEEN_LOOK_UPS == 0) {
            activeRequests.find(registry);
        }
        if (executor == null) {
            executor = source.get().orElse(null);
        }
        if (executor != null) {
            sample(executor, readings);
        }
    }

    private void sample(EnhancedQueueExecutor running, Readings readings) {
        int max = running.getMaximumPoolSize();
        Map<Signal, Integer> activities = activities(running.getRunningThreads());
        int busy = activities.values().stream().mapToInt(Integer::intValue).sum();
        readings.put(ThreadSignals.MAX, max);
        readings.put(ThreadSignals.STARTED, running.getPoolSize());
        readings.put(ThreadSignals.BUSY, busy);
        readings.put(ThreadSignals.UTILISATION, max > 0 ? (double) busy / max : Double.NaN);
        ACTIVITIES.forEach(activity -> readings.put(activity, activities.getOrDefault(activity, 0)));
        activeRequests
                .value()
                .ifPresent(requests ->
                        readings.put(ThreadSignals.QUEUE, busy < NEARLY_ALL * max ? 0 : Math.max(0, requests - busy)));
    }

    private Map<Signal, Integer> activities(Thread[] running) {
        long[] ids = Arrays.stream(running).mapToLong(Thread::getId).toArray();
        Map<Signal, Integer> activities = new HashMap<>();
        for (@Nullable ThreadInfo thread : threads.getThreadInfo(ids, Activity.DEPTH)) {
            if (thread != null) {
                Activity.of(thread.getStackTrace()).ifPresent(at -> activities.merge(at, 1, Integer::sum));
            }
        }
        return activities;
    }
}
