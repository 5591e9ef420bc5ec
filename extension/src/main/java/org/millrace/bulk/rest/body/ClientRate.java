package org.millrace.bulk.rest.body;

import java.time.Duration;
import java.util.Optional;
import org.millrace.server.problem.Problem;

/**
 * The rate at which a client sends a body or reads the response, measured while the server waits for the client. A timeout for each
 * read alone would let a client occupy an import with one byte per minute. A client that sends faster than records are written is
 * never slow. Not thread-safe.
 */
final class ClientRate {
    private final Duration period;
    private final long minBytesPerSecond;
    /** Time that the reader waited for the client in the present period, in nanoseconds. */
    private long waitedNanos;
    /** Bytes that the client sent or took in this time and between its parts. */
    private long bytes;

    /**
     * A rate without a measurement.
     *
     * @param period time of waiting over which the rate is averaged
     * @param minBytesPerSecond minimum of the average, 0 for any rate
     */
    ClientRate(Duration period, long minBytesPerSecond) {
        this.period = period;
        this.minBytesPerSecond = minBytesPerSecond;
    }

    /** The client sent or took this number of bytes. */
    void moved(long count) {
        bytes += count;
    }

    /** The reader waited this long for the client. */
    void waited(long nanos) {
        waitedNanos += nanos;
    }

    /** The problem of a client that was too slow in a period that has just ended, after which the next period begins. */
    Optional<Problem> violation() {
        if (waitedNanos < period.toNanos()) {
            return Optional.empty();
        }
        double required =
                (double) minBytesPerSecond * waitedNanos / Duration.ofSeconds(1).toNanos();
        Optional<Problem> violation = bytes < required ? Optional.of(slow()) : Optional.empty();
        waitedNanos = 0;
        bytes = 0;
        return violation;
    }

    private Problem slow() {
        String detail = "The client sent or read " + bytes + " bytes in "
                + Duration.ofNanos(waitedNanos).toSeconds() + " seconds of waiting; at least " + minBytesPerSecond
                + " bytes per second are required (setting min-body-bytes-per-second)";
        return new Problem(408, "slow-body", "The body arrives too slowly", detail);
    }
}
