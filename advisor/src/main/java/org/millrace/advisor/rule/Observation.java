package org.millrace.advisor.rule;

import org.jspecify.annotations.Nullable;

/**
 * A number that a finding rests on.
 *
 * @param threshold what it was compared with, null if it is there to explain
 */
public record Observation(
        String signal, double value, String unit, @Nullable Double threshold) {

    public static Observation of(String signal, double value, Threshold threshold) {
        return new Observation(signal, value, threshold.unit(), threshold.value());
    }

    public static Observation of(String signal, double value, String unit) {
        return new Observation(signal, value, unit, null);
    }
}
