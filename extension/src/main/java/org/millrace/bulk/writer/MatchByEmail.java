package org.millrace.bulk.writer;

import java.util.Locale;

/** Whether a record may match an existing user by its email address alone; the strictest first. */
public enum MatchByEmail {
    NEVER,
    /** Only where the stored address is verified. */
    VERIFIED,
    ANY;

    /** The stricter of both. */
    public MatchByEmail and(MatchByEmail other) {
        return compareTo(other) <= 0 ? this : other;
    }

    /** The value as query parameter, job option and setting. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
