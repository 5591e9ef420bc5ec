package org.millrace.advisor.rule;

/** How bad a finding is, worst first. */
public enum Severity {
    /** Users feel it now, or data can be lost. */
    CRITICAL,
    /** Users will feel it before long, or resources are wasted measurably. */
    WARNING,
    /** Worth knowing. */
    INFO
}
