package org.millrace.advisor.model;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.DoublePredicate;

/** All signals at one instant. A signal that could not be read is absent, never zero. Immutable. */
public final class Snapshot {

    private final Instant at;
    private final SignalIndex index;
    private final double[] values;

    private Snapshot(Instant at, SignalIndex index, double[] values) {
        this.at = at;
        this.index = index;
        this.values = values;
    }

    /** Readings that are not a finite number count as absent. */
    public static Snapshot of(Instant at, SignalIndex index, Map<Signal, Double> readings) {
        int[] positions = readings.keySet().stream().mapToInt(index::add).toArray();
        double[] values = new double[Arrays.stream(positions).max().orElse(-1) + 1];
        Arrays.fill(values, Double.NaN);
        readings.forEach((signal, value) -> values[index.positionOf(signal)] = value);
        return new Snapshot(at, index, values);
    }

    /** The same snapshot on a clock that is ahead by this duration. */
    public Snapshot shifted(Duration ahead) {
        return ahead.isZero() ? this : new Snapshot(at.plus(ahead), index, values);
    }

    /** When it was taken. */
    public Instant at() {
        return at;
    }

    /** The reading; empty if there was none. */
    public OptionalDouble value(Signal signal) {
        double value = valueOrNaN(signal);
        return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
    }

    /** Position lookup for the columns of a window: a signal is resolved once for many snapshots with the same layout. */
    SignalIndex index() {
        return index;
    }

    double at(int position) {
        double value = position < 0 || position >= values.length ? Double.NaN : values[position];
        return Double.isFinite(value) ? value : Double.NaN;
    }

    /** Whether there was a reading. */
    public boolean has(Signal signal) {
        return Double.isFinite(valueOrNaN(signal));
    }

    /** False if the signal is absent. */
    public boolean matches(Signal signal, DoublePredicate condition) {
        double value = valueOrNaN(signal);
        return Double.isFinite(value) && condition.test(value);
    }

    /** All readings, in the order in which the signals were first seen. */
    public Map<Signal, Double> readings() {
        Map<Signal, Double> readings = new LinkedHashMap<>();
        List<Signal> signals = index.signals();
        for (int i = 0; i < values.length; i++) {
            if (Double.isFinite(values[i])) {
                readings.put(signals.get(i), values[i]);
            }
        }
        return readings;
    }

    private double valueOrNaN(Signal signal) {
        return at(index.positionOf(signal));
    }
}
