package org.millrace.advisor.rule;

import java.util.Map;

/**
 * The thresholds that an operator has set, by rule and key. Immutable.
 *
 * @param byRule rule ids to keys to numbers
 */
public record Thresholds(Map<String, Map<String, Double>> byRule) {

    public static final Thresholds STANDARD = new Thresholds(Map.of());

    /** Of one rule. */
    public Map<String, Double> of(String rule) {
        return byRule.getOrDefault(rule, Map.of());
    }

    /** The effective value of a threshold. */
    public double of(String rule, Threshold threshold) {
        return of(rule).getOrDefault(threshold.key(), threshold.standard());
    }
}
