package org.millrace.advisor.rule;

/** How sure a finding is of its reason. */
public enum Confidence {
    HIGH,
    MEDIUM,
    LOW
}
