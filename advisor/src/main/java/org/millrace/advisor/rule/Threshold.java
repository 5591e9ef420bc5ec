package org.millrace.advisor.rule;

import java.time.Duration;
import java.util.Locale;

/**
 * A threshold of a rule, with its reason. Rules compare with {@link #in}, because an operator may override it.
 *
 * @param name the compared value, in a few words; unique within a rule
 * @param standard unless an operator sets another
 * @param reason reason for the default, in one sentence
 */
public record Threshold(String name, double standard, String unit, String reason) {

    /** The name as part of an option: lower case with hyphens. */
    public String key() {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    }

    /** The number to compare with. */
    public double in(RuleContext context) {
        // Most rules have no thresholds of an operator, and compare often.
        return context.thresholds().isEmpty() ? standard : context.thresholds().getOrDefault(key(), standard);
    }

    /** The number as a time, for thresholds in seconds. */
    public Duration duration(RuleContext context) {
        return Duration.ofMillis(Math.round(in(context) * 1000));
    }

    Threshold as(double number) {
        return new Threshold(name, number, unit, reason);
    }
}
