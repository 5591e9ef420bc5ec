package org.millrace.advisor;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * A monotonic clock, independent of adjustments of the system clock, for intervals and expiry times. Its instants start at the
 * system time and are displayed only through {@link #shown}. Thread-safe.
 */
public final class SteadyClock implements InstantSource {

    /** Smaller differences come from a slewed clock and are irrelevant for a displayed time. */
    private static final Duration NOTICEABLE = Duration.ofSeconds(1);

    private final InstantSource machine;
    private final LongSupplier nanos;
    private final Instant start;
    private final long startNanos;

    /** @param nanos since any moment, never less than before */
    SteadyClock(InstantSource machine, LongSupplier nanos) {
        this.machine = machine;
        this.nanos = nanos;
        this.start = machine.instant();
        this.startNanos = nanos.getAsLong();
    }

    public static SteadyClock system() {
        return new SteadyClock(InstantSource.system(), System::nanoTime);
    }

    @Override
    public Instant instant() {
        return start.plusNanos(nanos.getAsLong() - startNanos);
    }

    /** How far the system clock is ahead of this one, negative if behind; zero below {@link #NOTICEABLE}. */
    Duration drift() {
        Duration drift = Duration.between(instant(), machine.instant());
        return drift.abs().compareTo(NOTICEABLE) < 0 ? Duration.ZERO : drift;
    }

    /** An instant of this clock as the machine's clock has it now. */
    Instant shown(Instant instant) {
        return instant.plus(drift());
    }
}
