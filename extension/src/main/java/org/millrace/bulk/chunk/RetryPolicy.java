package org.millrace.bulk.chunk;

import java.time.Duration;
import java.util.function.LongConsumer;

/**
 * Attempts and back-off of a rejected transaction, for direct imports and jobs. An outage of the database is bounded by time, not
 * by the number of attempts. Thread-safe.
 */
public final class RetryPolicy {
    /** Retries of one transaction after a deadlock or serialization failure: about 10 seconds with the pauses between them. */
    static final int MAX_RETRIES = 8;

    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

    private final Outage outage;
    private final LongConsumer pause;

    /**
     * A policy.
     *
     * @param outage the outage that the transactions of an import or of a node have in common
     * @param pause waits for this number of nanoseconds, or shorter if the server stops
     */
    public RetryPolicy(Outage outage, LongConsumer pause) {
        this.outage = outage;
        this.pause = pause;
    }

    /**
     * Waits before a retry after a deadlock, serialization failure or unexpected exception; twice as long before each further one.
     *
     * @param retries how often the transaction was repeated so far
     * @return false, immediately, if the retries are used up
     */
    boolean backOff(int retries) {
        if (retries >= MAX_RETRIES) {
            return false;
        }
        pause.accept(Math.min(FIRST_PAUSE.toNanos() << retries, LONGEST_PAUSE.toNanos()));
        return true;
    }

    /**
     * Waits before another attempt to reach the database.
     *
     * @param attempts failed attempts so far, at least 1
     * @return false, immediately, if the outage has lasted longer than its limit or the server stops
     */
    public boolean waitForDatabase(int attempts) {
        return outage.outlast(attempts - 1);
    }

    /** The database has executed a transaction: an outage is over. */
    void succeeded() {
        outage.end();
    }
}
