package org.millrace.advisor.rule;

/**
 * A number that decides, with its reason.
 *
 * @param name what is compared, in a few words
 * @param reason why this number and no other, one sentence
 */
public record Threshold(String name, double value, String unit, String reason) {}
