package org.millrace.bulk.throttle;

import java.time.Duration;
import java.util.Arrays;
import java.util.OptionalLong;

/** How long the last logins took. Safe for any thread. */
final class LoginTimes {
    /** Covers the busiest seconds of a percentile. */
    private static final int KEPT = 8192;

    private final long[] ends = new long[KEPT];
    private final long[] times = new long[KEPT];
    private long count;

    /** Takes account of a login that ended now. */
    synchronized void add(long endNanos, long nanos) {
        int place = (int) (count++ % KEPT);
        ends[place] = endNanos;
        times[place] = nanos;
    }

    /**
     * What nineteen of twenty logins took at most.
     *
     * @param nowNanos the end of the time that counts
     * @param fewest empty if there were fewer, which say nothing of the slowest
     */
    synchronized OptionalLong p95(long nowNanos, Duration within, int fewest) {
        long[] found = new long[(int) Math.min(count, KEPT)];
        int size = 0;
        for (int i = 0; i < found.length; i++) {
            long age = nowNanos - ends[i];
            if (age >= 0 && age <= within.toNanos()) {
                found[size++] = times[i];
            }
        }
        if (size < fewest) {
            return OptionalLong.empty();
        }
        Arrays.sort(found, 0, size);
        return OptionalLong.of(found[(int) Math.ceil(0.95 * size) - 1]);
    }
}
