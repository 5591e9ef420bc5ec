package org.millrace.bulk.chunk;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;

/**
 * How long the chunks of an import wait for a database that cannot be reached: as long as a restart or a failover takes, counted
 * from the first chunk that noticed, so that not each of thousands waits anew. Safe for any thread.
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
     * @param stopping whether the server is about to stop, so that nobody waits
     * @param nanoTime the running time, as {@link System#nanoTime()}
     * @param pause waits for so many nanoseconds
     */
    public Outage(Duration limit, BooleanSupplier stopping, LongSupplier nanoTime, LongConsumer pause) {
        this.limit = limit;
        this.stopping = stopping;
        this.nanoTime = nanoTime;
        this.pause = pause;
    }

    /** Waits a while before another attempt; false if it has lasted too long, or nobody may wait. */
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
            LOG.warnf("The database cannot be reached; chunks are tried again for %d seconds", limit.toSeconds());
        }
        return nanoTime.getAsLong() - since;
    }

    /** The database has answered. */
    synchronized void end() {
        if (lasting) {
            lasting = false;
            LOG.info("The database can be reached again");
        }
    }
}
