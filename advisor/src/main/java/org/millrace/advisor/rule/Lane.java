package org.millrace.advisor.rule;

/** What kind of answer a rule gives; decides how findings compete. */
public enum Lane {
    /** Data or security is at stake: never suppressed by another finding. */
    SAFETY,
    /** Something waits now: only these compete to be the principal bottleneck. */
    SATURATION,
    /** Something will wait when load grows or a node fails. */
    CAPACITY,
    /** Worse than need be, without a symptom. */
    HYGIENE,
    /** Something cannot be known. */
    OBSERVABILITY
}
