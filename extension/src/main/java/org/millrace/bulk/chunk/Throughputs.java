package org.millrace.bulk.chunk;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What limits have done, as multiples of one chunk after the other. Each search judges a limit for some seconds only, in which
 * much may happen that has nothing to do with it; so what several searches have seen of it is averaged. Each has its own idea of
 * how fast one chunk after the other is, by which all that it sees is too high or too low: what was seen before is brought to the
 * same measure. Not safe for threads.
 */
final class Throughputs {
    private final Map<Integer, Double> before = new HashMap<>();
    private final Map<Integer, Double> now = new HashMap<>();

    /** Says that what comes is of another search. */
    void searchAnew() {
        double measure = measure();
        before.replaceAll((limit, seen) -> measure * seen);
        now.forEach((limit, seen) -> before.merge(limit, seen, Throughputs::average));
        now.clear();
    }

    /** The latest counts half, however many there were before: databases change. */
    private static double average(double before, double latest) {
        return (before + latest) / 2;
    }

    /** How much more this search sees in what was seen before. */
    private double measure() {
        return before.entrySet().stream()
                .mapToDouble(seen -> now.getOrDefault(seen.getKey(), Double.NaN) / seen.getValue())
                .filter(Double::isFinite)
                .average()
                .orElse(1);
    }

    /** Adds what this search has seen of a limit. */
    void add(int limit, double throughput) {
        now.put(limit, throughput);
    }

    /** Whether this search has seen it. */
    boolean knows(int limit) {
        return now.containsKey(limit);
    }

    /**
     * The average of what all searches have seen of it, by the measure of this one.
     *
     * @param limit one that this search has seen
     * @throws IllegalArgumentException if it has not
     */
    double of(int limit) {
        @Nullable Double latest = now.get(limit);
        if (latest == null) {
            throw new IllegalArgumentException("nothing was seen of " + limit);
        }
        @Nullable Double old = before.get(limit);
        return old == null ? latest : average(measure() * old, latest);
    }
}
