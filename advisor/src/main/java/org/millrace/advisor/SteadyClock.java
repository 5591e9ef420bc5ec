package org.millrace.advisor;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * Time that only goes forward, at its own pace, whatever becomes of the machine's clock: for what is due, too old or so long.
 * Its instants begin with the machine's time and are told to nobody but as {@link #shown}. Thread-safe.
 */
public final class SteadyClock implements InstantSource {

    /** Below, a difference is a clock being slewed; nobody who reads a time minds. */
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

    /** By how much the machine's clock is ahead of this one, or behind if negative; zero if nobody would notice. */
    Duration drift() {
        Duration drift = Duration.between(instant(), machine.instant());
        return drift.abs().compareTo(NOTICEABLE) < 0 ? Duration.ZERO : drift;
    }

    /** An instant of this clock as the machine's clock has it now. */
    Instant shown(Instant instant) {
        return instant.plus(drift());
    }
}
