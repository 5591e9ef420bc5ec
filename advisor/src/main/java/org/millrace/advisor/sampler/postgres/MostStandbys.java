package org.millrace.advisor.sampler.postgres;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** How many standbys there were: whoever has lost one is told for a day, and then has one less. One thread at a time. */
final class MostStandbys {

    private static final Duration MEMORY = Duration.ofDays(1);

    private final InstantSource clock;
    private double most;
    private Instant seen = Instant.EPOCH;

    MostStandbys(InstantSource clock) {
        this.clock = clock;
    }

    /** The most of the last day, with those that there are now. */
    double with(double now) {
        Instant at = clock.instant();
        if (now >= most || at.isAfter(seen.plus(MEMORY))) {
            most = now;
            seen = at;
        }
        return most;
    }
}
