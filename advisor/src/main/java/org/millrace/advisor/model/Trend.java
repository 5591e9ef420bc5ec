package org.millrace.advisor.model;

import java.time.Instant;
import java.util.List;

/**
 * The course of a signal over a window, for a chart. Immutable.
 *
 * @param unit unit of the values; for a counter its unit per second
 * @param points at least two, oldest first
 */
public record Trend(String signal, String unit, List<Point> points) {

    /** @param value the highest of a gauge since the point before, the rate of a counter */
    public record Point(Instant at, double value) {}

    public Trend {
        points = List.copyOf(points);
        if (points.size() < 2) {
            throw new IllegalArgumentException("points: a trend has two at least, not " + points.size());
        }
    }

    /** The greatest of its values. */
    public double highest() {
        return points.stream().mapToDouble(Point::value).max().orElseThrow();
    }

    /** Whether it stays where it is: nothing can be seen of it that its value does not say. */
    public boolean isFlat() {
        return points.stream().mapToDouble(Point::value).distinct().count() == 1;
    }
}
