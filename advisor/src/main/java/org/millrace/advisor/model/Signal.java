package org.millrace.advisor.model;

/**
 * One measurement: what its number means.
 *
 * @param name lower case with dots; where Micrometer has a meter for it, the meter's name
 * @param unit of the number, in the plural: {@code requests}, {@code seconds}; {@code ratio} for shares from 0 to 1
 */
public record Signal(String name, String unit, Kind kind) implements Input {

    public enum Kind {
        /** A level that can rise and fall; each reading is independent. */
        GAUGE,
        /** A sum since some start: only the difference of two readings says anything. */
        COUNTER
    }

    public static Signal gauge(String name, String unit) {
        return new Signal(name, unit, Kind.GAUGE);
    }

    public static Signal counter(String name, String unit) {
        return new Signal(name, unit, Kind.COUNTER);
    }
}
