package org.millrace.bulk.chunk;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;

/**
 * Bounds how long the chunks of an import wait for an unreachable database, such as during a restart or a failover. The time
 * counts from the first chunk that failed, so thousands of chunks share one wait. Thread-safe.
 */
public final class Outage {
    private static final Logger LOG = Logger.getLogger(Outage.class);

    /** The first attempts only meet connections that the pool has from before. */
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

    private final Duration limit;
    private final BooleanSupplier stopping;
    private final LongSupplier nanoTime;
    private final LongConsumer pause;
    private boolean lasting;
    private long since;

    /**
     * No outage so far.
     *
     * @param limit how long one may last
     * @param stopping whether the server is shutting down, which ends all waits
     * @param nanoTime the running time, as {@link System#nanoTime()}
     * @param pause waits for the given number of nanoseconds
     */
    public Outage(Duration limit, BooleanSupplier stopping, LongSupplier nanoTime, LongConsumer pause) {
        this.limit = limit;
        this.stopping = stopping;
        this.nanoTime = nanoTime;
        this.pause = pause;
    }

    /** Waits before another attempt; false if the outage exceeds its limit, or the server is shutting down. */
    boolean outlast(int attempt) {
        if (stopping.getAsBoolean() || Thread.currentThread().isInterrupted() || age() > limit.toNanos()) {
            return false;
        }
        pause.accept(Math.min(SHORTEST_PAUSE.toNanos() << Math.min(attempt, 10), LONGEST_PAUSE.toNanos()));
        return true;
    }

    private synchronized long age() {
        if (!lasting) {
            lasting = true;
            since = nanoTime.getAsLong();
            LOG.warnf("The database cannot be reached; chunks are retried for %d seconds", limit.toSeconds());
        }
        return nanoTime.getAsLong() - since;
    }

    /** The database has answered. */
    synchronized void end() {
        if (lasting) {
            lasting = false;
            LOG.info("The database is reachable again");
        }
    }
}
