package org.millrace.advisor.report.document;

/** How much the management port says, which has no authentication. */
public enum ManagementDetails {
    /** Ids, titles, counts and times. */
    NONE,
    /** Figures, too. */
    FIGURES,
    /** The whole explanation, with names, hosts, users, JARs and SQL fingerprints. */
    FULL
}
