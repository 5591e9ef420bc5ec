package org.millrace.advisor;

import java.time.Duration;

/**
 * Sampling options of the advisor.
 *
 * @param sampleInterval between two snapshots, {@link #SHORTEST_INTERVAL} to {@link #LONGEST_INTERVAL}
 * @param window default window of reports, {@link #SHORTEST_WINDOW} to {@link #LONGEST_WINDOW}
 * @throws IllegalArgumentException if a value is out of its range
 */
public record AdvisorConfig(Duration sampleInterval, Duration window) {

    /** One sample costs one to two milliseconds of processor time: more often would break the promise of 0.5 %. */
    public static final Duration SHORTEST_INTERVAL = Duration.ofSeconds(1);

    /** Rules search for runs of five seconds and need several samples in each. */
    public static final Duration LONGEST_INTERVAL = Duration.ofSeconds(2);

    public static final Duration SHORTEST_WINDOW = Duration.ofSeconds(10);

    /** Capacity of the ring of snapshots, which bounds the advisor's memory. */
    public static final Duration LONGEST_WINDOW = Duration.ofMinutes(15);

    public static final AdvisorConfig DEFAULT = new AdvisorConfig(Duration.ofSeconds(1), Duration.ofMinutes(5));

    public AdvisorConfig {
        requireRange("sample interval", sampleInterval, SHORTEST_INTERVAL, LONGEST_INTERVAL);
        requireRange("window", window, SHORTEST_WINDOW, LONGEST_WINDOW);
    }

    /** @throws IllegalArgumentException if there are no such windows */
    public static Duration requireWindow(Duration window) {
        requireRange("window", window, SHORTEST_WINDOW, LONGEST_WINDOW);
        return window;
    }

    int ringSize() {
        return (int) (LONGEST_WINDOW.toMillis() / sampleInterval.toMillis()) + 1;
    }

    private static void requireRange(String name, Duration value, Duration least, Duration greatest) {
        if (value.compareTo(least) < 0 || value.compareTo(greatest) > 0) {
            throw new IllegalArgumentException(name + " " + value + " is not between " + least + " and " + greatest);
        }
    }
}
