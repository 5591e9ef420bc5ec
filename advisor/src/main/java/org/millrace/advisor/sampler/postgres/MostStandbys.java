package org.millrace.advisor.sampler.postgres;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;

/** Maximum number of concurrent standbys in the last day: a lost standby is reported for that time. For one thread. */
final class MostStandbys {

    private static final Duration MEMORY = Duration.ofDays(1);

    private record Count(Instant at, double standbys) {}

    private final InstantSource clock;

    /** Counts that no later one has reached, the oldest and largest first. */
    private final Deque<Count> counts = new ArrayDeque<>();

    MostStandbys(InstantSource clock) {
        this.clock = clock;
    }

    /** The maximum, including the present number. */
    double with(double now) {
        Instant at = clock.instant();
        while (!counts.isEmpty() && counts.getLast().standbys() <= now) {
            counts.removeLast();
        }
        counts.addLast(new Count(at, now));
        while (counts.getFirst().at().isBefore(at.minus(MEMORY))) {
            counts.removeFirst();
        }
        return counts.getFirst().standbys();
    }
}
