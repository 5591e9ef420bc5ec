package org.millrace.advisor.rule;

import org.jspecify.annotations.Nullable;

/**
 * A measured value as evidence of a finding.
 *
 * @param compared threshold or value that it is compared with, null for a purely explanatory value
 */
public record Observation(
        String signal, double value, String unit, @Nullable Threshold compared) {

    public static Observation of(String signal, double value, Threshold threshold) {
        return new Observation(signal, value, threshold.unit(), threshold);
    }

    public static Observation of(String signal, double value, String unit) {
        return new Observation(signal, value, unit, null);
    }

    /** The number it was compared with. */
    public @Nullable Double threshold() {
        return compared == null ? null : compared.standard();
    }

    /** The same without the threshold, if the number does not reach it: then it explains and does not decide. */
    Observation onlyIfReached() {
        return compared == null || value >= compared.standard() ? this : new Observation(signal, value, unit, null);
    }

    /** With the threshold in force. */
    Observation in(RuleContext context) {
        return compared == null ? this : new Observation(signal, value, unit, compared.as(compared.in(context)));
    }
}
