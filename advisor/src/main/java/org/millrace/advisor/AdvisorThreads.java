package org.millrace.advisor;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The advisor's own daemon threads, one for each task, and their processor time. Thread-safe. */
final class AdvisorThreads implements AutoCloseable {

    /** Shutdown timeout, slightly longer than the timeout of a running statement. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Queue<Thread> threads = new ConcurrentLinkedQueue<>();
    private final List<ScheduledThreadPoolExecutor> executors = new ArrayList<>();
    private final List<ScheduledFuture<?>> tasks = new ArrayList<>();

    /** The task must not throw: it would not be run again. */
    synchronized void repeat(String name, Duration interval, Runnable task) {
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, work -> thread(name, work));
        executors.add(executor);
        tasks.add(executor.scheduleWithFixedDelay(task, 0, interval.toMillis(), TimeUnit.MILLISECONDS));
    }

    /** Processor time of all threads so far; zero where the JVM does not measure it. */
    double cpuSeconds() {
        if (!THREADS.isThreadCpuTimeSupported() || !THREADS.isThreadCpuTimeEnabled()) {
            return 0;
        }
        return threads.stream()
                        .mapToLong(thread -> Math.max(0, THREADS.getThreadCpuTime(thread.getId())))
                        .sum()
                / 1e9;
    }

    @Override
    public synchronized void close() throws InterruptedException {
        tasks.forEach(task -> task.cancel(false));
        executors.forEach(ScheduledThreadPoolExecutor::shutdownNow);
        for (ScheduledThreadPoolExecutor executor : executors) {
            if (!executor.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                System.getLogger(AdvisorThreads.class.getName())
                        .log(
                                System.Logger.Level.WARNING,
                                "Shutdown timeout: an advisor thread is still waiting for a response");
            }
        }
    }

    private Thread thread(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        threads.add(thread);
        return thread;
    }
}
