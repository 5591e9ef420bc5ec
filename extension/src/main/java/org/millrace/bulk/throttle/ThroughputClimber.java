package org.millrace.bulk.throttle;

import java.time.Duration;

/**
 * Finds by hill climbing how many chunks at once give the highest throughput. It steps up as long as a step gains 5 %; where the first
 * step up gains less, it steps down as long as a step loses less than 3 %. It begins with a default that suits few cores, and probes again
 * each minute. Not safe for use by several threads.
 */
final class ThroughputClimber {
    /** Chunks at once before anything was measured. */
    static final int DEFAULT = 4;

    /** Gain in throughput that a step up needs. Smaller differences are within the variation of samples. */
    private static final double GAIN = 1.05;

    /** Loss in throughput that a step down may cost: fewer chunks leave more of the database to requests. */
    private static final double LOSS = 1.03;

    /** Time from the end of a probe to the next one. */
    private static final Duration INTERVAL = Duration.ofMinutes(1);

    /** Chunks in a sample, and this many more for each one at once: the times of single chunks vary by a fifth. */
    private static final int CHUNKS = 16;

    private static final int CHUNKS_FOR_EACH = 8;

    /** Below this limit a step is one chunk; above, it is half of the limit. */
    private static final int SMALL = 4;

    private enum Phase {
        /** Nothing is measured until the next probe. */
        PAUSE,
        /** Measures the limit found so far, with which both steps are compared. */
        BASE,
        /** Measures the next step up. */
        UP,
        /** Measures the next step down. */
        DOWN
    }

    private final int maximum;
    private Phase phase = Phase.BASE;
    private int found;
    private double base;
    private boolean probed;
    private long pausedUntil;

    private boolean sampling;
    private int chunks;
    private long records;
    private long since;

    /** @param maximum chunks at once at most, at least 1 */
    ThroughputClimber(int maximum) {
        this.maximum = maximum;
        this.found = Math.min(DEFAULT, maximum);
    }

    /** Chunks at once at present: the limit found so far, or the step that is being tried. */
    int limit() {
        return switch (phase) {
            case PAUSE, BASE -> found;
            case UP -> up(found);
            case DOWN -> down(found);
        };
    }

    /** The limit found so far; the default before the first probe. */
    int found() {
        return found;
    }

    /** Whether a probe has ended. */
    boolean hasProbed() {
        return probed;
    }

    /** Discards the present sample, as when fewer chunks were written than the limit allows. */
    void discard() {
        sampling = false;
    }

    /** Ends a probe without a result, because later samples are not comparable. */
    void abort() {
        discard();
        if (phase != Phase.PAUSE) {
            phase = Phase.BASE;
        }
    }

    /**
     * Processes a finished chunk, during which the limit was fully used.
     *
     * @param written its records
     * @param now the running time in nanoseconds
     */
    void add(int written, long now) {
        if (phase == Phase.PAUSE) {
            if (now - pausedUntil < 0) {
                return;
            }
            phase = Phase.BASE;
        }
        if (!sampling) {
            sampling = true;
            chunks = 0;
            records = 0;
            since = now;
            return;
        }
        chunks++;
        records += written;
        if (chunks >= CHUNKS + CHUNKS_FOR_EACH * limit() && now > since) {
            sampling = false;
            judge((double) records / (now - since), now);
        }
    }

    private void judge(double throughput, long now) {
        boolean up = phase == Phase.UP;
        if (phase == Phase.BASE) {
            base = throughput;
        } else if (up ? throughput >= GAIN * base : base < LOSS * throughput) {
            found = limit();
            base = throughput;
        } else if (up) {
            next(Phase.DOWN, now);
            return;
        } else {
            pause(now);
            return;
        }
        next(phase == Phase.DOWN ? Phase.DOWN : Phase.UP, now);
    }

    private void next(Phase next, long now) {
        if (next == Phase.UP && up(found) > found) {
            phase = Phase.UP;
        } else if (down(found) < found) {
            phase = Phase.DOWN;
        } else {
            pause(now);
        }
    }

    private void pause(long now) {
        phase = Phase.PAUSE;
        probed = true;
        pausedUntil = now + INTERVAL.toNanos();
    }

    private int up(int from) {
        return Math.min(maximum, from < SMALL ? from + 1 : from + from / 2);
    }

    private static int down(int from) {
        return from <= SMALL ? Math.max(1, from - 1) : from * 2 / 3;
    }
}
