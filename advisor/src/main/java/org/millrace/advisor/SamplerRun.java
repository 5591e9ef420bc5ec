package org.millrace.advisor;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.sampler.Readings;
import org.millrace.advisor.sampler.Sampler;

/** A sampler with its last readings. One thread writes readings; any thread may read them. */
final class SamplerRun {

    private static final Logger LOG = System.getLogger(SamplerRun.class.getName());

    /** A slow sampler's reading stands until the next one is overdue by as much again, and a second for the clock. */
    private static final int INTERVALS_VALID = 2;

    private final Sampler sampler;
    private final InstantSource clock;
    private @Nullable Instant lastStart;
    private boolean failing;
    private volatile Reading last = new Reading(Instant.MIN, Map.of());

    SamplerRun(Sampler sampler, InstantSource clock) {
        this.sampler = sampler;
        this.clock = clock;
    }

    private record Reading(Instant at, Map<Signal, Double> values) {}

    Sampler sampler() {
        return sampler;
    }

    /** Takes a reading if the sampler's interval has passed. */
    void runIfDue() {
        Instant now = clock.instant();
        // Half a second of grace: a timer that fires a little early must not skip a beat.
        if (lastStart == null
                || !now.isBefore(lastStart.plus(sampler.interval()).minusMillis(500))) {
            lastStart = now;
            run();
        }
    }

    /** The last readings, or nothing if they are too old. */
    Map<Signal, Double> current() {
        Reading reading = last;
        Duration valid = sampler.interval().multipliedBy(INTERVALS_VALID).plusSeconds(1);
        return reading.at().isBefore(clock.instant().minus(valid)) ? Map.of() : reading.values();
    }

    private void run() {
        Readings readings = new Readings();
        try {
            sampler.sample(readings);
            last = new Reading(clock.instant(), readings.values());
            failing = false;
        } catch (Exception | LinkageError | StackOverflowError e) {
            // A server of another version may lack a class, and a statement may be too long for a pattern: that is one
            // sampler less.
            last = new Reading(Instant.MIN, Map.of());
            // Logged once, not each second: the report lists the skipped rules while the failure lasts.
            LOG.log(failing ? Level.DEBUG : Level.WARNING, "Cannot sample " + sampler.name() + ": " + e.getMessage());
            failing = true;
        }
    }
}
