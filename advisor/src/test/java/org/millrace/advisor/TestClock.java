package org.millrace.advisor;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** The wall clock, and independently of it the running time. */
final class TestClock implements InstantSource {

    private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private volatile long passed;
    final SteadyClock steady = new SteadyClock(this, () -> passed);

    @Override
    public Instant instant() {
        return now;
    }

    void advance(Duration duration) {
        now = now.plus(duration);
        passed = passed + duration.toNanos();
    }

    void setBack(Duration duration) {
        now = now.minus(duration);
    }
}
