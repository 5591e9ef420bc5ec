package org.millrace.bulk.password.endpoint;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Stops calls to an endpoint that has failed several times in a row. After a pause it lets one call through; its result decides.
 * Thread-safe.
 */
final class CircuitBreaker {
    /** Failures in a row that open the circuit. */
    static final int FAILURES = 5;
    /** How long an open circuit lets no call through. */
    static final Duration PAUSE = Duration.ofSeconds(10);

    private final LongSupplier nanoTime;
    private int failures;
    private long retryAt;

    CircuitBreaker(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Whether a call may be made. Its end is reported by {@link #succeeded} or {@link #failed}. */
    synchronized boolean allowsCall() {
        if (failures < FAILURES) {
            return true;
        }
        if (nanoTime.getAsLong() - retryAt < 0) {
            return false;
        }
        pause();
        return true;
    }

    synchronized void succeeded() {
        failures = 0;
    }

    /** @return whether this failure opened the circuit */
    synchronized boolean failed() {
        failures = Math.min(failures + 1, FAILURES + 1);
        if (failures >= FAILURES) {
            pause();
        }
        return failures == FAILURES;
    }

    private void pause() {
        retryAt = nanoTime.getAsLong() + PAUSE.toNanos();
    }
}
