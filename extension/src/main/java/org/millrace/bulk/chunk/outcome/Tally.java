package org.millrace.bulk.chunk.outcome;

/** How many records ended how. */
public interface Tally {
    /** Records with an outcome of this status. */
    long of(OutcomeStatus status);

    /** Number of records that were read, with any outcome: the sum over all statuses. */
    long read();

    /** Warnings, of which one record may have several. */
    long warnings();

    /** Records that made a new entity. */
    default long created() {
        return of(OutcomeStatus.CREATED);
    }

    /** Records that changed an entity. */
    default long updated() {
        return of(OutcomeStatus.UPDATED);
    }

    /** Records that deleted an entity. */
    default long deleted() {
        return of(OutcomeStatus.DELETED);
    }

    /** Records whose entity was left as it was. */
    default long unchanged() {
        return of(OutcomeStatus.UNCHANGED);
    }

    /** Records that are at fault. */
    default long rejected() {
        return of(OutcomeStatus.REJECTED);
    }

    /** Records that we or the database failed. */
    default long failed() {
        return of(OutcomeStatus.FAILED);
    }

    /** Records whose turn never came. */
    default long unprocessed() {
        return of(OutcomeStatus.UNPROCESSED);
    }

    /** Rejected and failed records together. */
    default long problems() {
        return rejected() + failed();
    }
}
