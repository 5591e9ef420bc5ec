package org.millrace.testsuite.client;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Threads that send requests until closed. Thread-safe. */
public final class LoadThreads implements AutoCloseable {
    private static final Duration LAST_ANSWER = Duration.ofSeconds(60);

    private final ExecutorService threads;
    private volatile boolean closed;

    /** @param count number of threads, 1 or more */
    public LoadThreads(int count) {
        this.threads = Executors.newFixedThreadPool(count);
    }

    /** Runs a task on a thread of its own; it has to end when {@link #isClosed}. */
    public void start(Runnable task) {
        threads.execute(task);
    }

    /** Whether no more requests may be sent. */
    public boolean isClosed() {
        return closed;
    }

    /**
     * Waits while the threads go on.
     *
     * @return the seconds that have passed
     */
    public static double secondsAfter(Duration measured) {
        long begin = System.nanoTime();
        long end = begin + measured.toNanos();
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
        return (System.nanoTime() - begin) / 1e9;
    }

    /** Waits for the requests in flight, at most a minute: a request cut off is an error in the server's log. */
    @Override
    public void close() {
        closed = true;
        threads.shutdown();
        try {
            if (!threads.awaitTermination(LAST_ANSWER.toSeconds(), TimeUnit.SECONDS)) {
                threads.shutdownNow();
            }
        } catch (InterruptedException e) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
