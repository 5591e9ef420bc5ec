package org.millrace.bulk.writer;

/** Which admin events an import fires, from the fewest to the most: none, one for the import, or one for each record. */
public enum AdminEventLevel {
    NONE,
    SUMMARY,
    EACH;

    /** This level, or the operator's minimum where that is more. */
    public AdminEventLevel atLeast(AdminEventLevel minimum) {
        return compareTo(minimum) >= 0 ? this : minimum;
    }
}
