package org.millrace.bulk.throttle;

/** Distinguishes a sustained condition from a single outlier. For one thread. */
final class SustainedCondition {
    private final int looks;
    private int inRow;

    /** @param looks how many in a row have to agree */
    SustainedCondition(int looks) {
        this.looks = looks;
    }

    /** Whether it was so in as many looks in a row, this one included. */
    boolean is(boolean now) {
        inRow = now ? inRow + 1 : 0;
        return inRow >= looks;
    }
}
