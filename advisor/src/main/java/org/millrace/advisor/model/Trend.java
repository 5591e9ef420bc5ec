package org.millrace.advisor.model;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

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

    /**
     * A signal reduced to a maximum number of points that keep each peak of a gauge; empty with less than two points.
     *
     * @param most at least two
     */
    public static Optional<Trend> of(Window window, Signal signal, int most) {
        boolean counter = signal.kind() == Signal.Kind.COUNTER;
        double[] column = window.column(signal);
        List<Snapshot> snapshots = window.snapshots();
        int each = Math.max(1, (int) Math.ceil((double) column.length / most));
        List<Point> points = new ArrayList<>();
        for (int first = counter ? 1 : 0; first < column.length; first += each) {
            int end = Math.min(first + each, column.length);
            OptionalDouble value = counter ? rate(snapshots, column, first - 1, end - 1) : highest(column, first, end);
            Instant at = snapshots.get(end - 1).at();
            value.ifPresent(known -> points.add(new Point(at, known)));
        }
        String unit = counter ? signal.unit() + "/s" : signal.unit();
        return points.size() < 2 ? Optional.empty() : Optional.of(new Trend(signal.name(), unit, points));
    }

    private static OptionalDouble highest(double[] column, int first, int end) {
        return Arrays.stream(column, first, end).filter(Double::isFinite).max();
    }

    /** Empty if one end is unknown; after a reset the counter starts from zero. */
    private static OptionalDouble rate(List<Snapshot> snapshots, double[] column, int from, int to) {
        if (!Double.isFinite(column[from]) || !Double.isFinite(column[to])) {
            return OptionalDouble.empty();
        }
        double increase = column[to] < column[from] ? column[to] : column[to] - column[from];
        long nanos = Duration.between(
                        snapshots.get(from).at(), snapshots.get(to).at())
                .toNanos();
        return nanos == 0 ? OptionalDouble.empty() : OptionalDouble.of(increase * 1e9 / nanos);
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
