package org.millrace.advisor.sampler.postgres;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** How many standbys there were: for a day after the last one was lost they are missed, then there are less. One thread at a time. */
final class MostStandbys {

    private static final Duration MEMORY = Duration.ofDays(1);

    private final InstantSource clock;
    private double most;
    private double last;
    private Instant seen = Instant.EPOCH;

    MostStandbys(InstantSource clock) {
        this.clock = clock;
    }

    /** The most that there were since those that are lost were missed for a day, with those that there are now. */
    double with(double now) {
        Instant at = clock.instant();
        if (now < last) {
            seen = at;
        }
        if (now >= most || at.isAfter(seen.plus(MEMORY))) {
            most = now;
            seen = at;
        }
        last = now;
        return most;
    }
}
