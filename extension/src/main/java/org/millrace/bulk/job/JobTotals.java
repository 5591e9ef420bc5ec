package org.millrace.bulk.job;

import org.millrace.bulk.chunk.outcome.OutcomeStatus;
import org.millrace.bulk.chunk.outcome.Tally;

/**
 * Number of a job's records by status, according to its ledger.
 *
 * @param unprocessed records stored as such; records without an outcome at the end of a job are added
 * @param warnings of which one record may have several
 */
public record JobTotals(
        long created,
        long updated,
        long deleted,
        long unchanged,
        long rejected,
        long failed,
        long unprocessed,
        long warnings)
        implements Tally {
    @Override
    public long of(OutcomeStatus status) {
        return switch (status) {
            case CREATED -> created;
            case UPDATED -> updated;
            case DELETED -> deleted;
            case UNCHANGED -> unchanged;
            case REJECTED -> rejected;
            case FAILED -> failed;
            case UNPROCESSED -> unprocessed;
        };
    }

    /** Records that have an outcome. */
    @Override
    public long read() {
        return created + updated + deleted + unchanged + rejected + failed + unprocessed;
    }

    /** The totals of a finished job: records without an outcome are unprocessed. */
    public JobTotals closed(long total) {
        long left = Math.max(0, total - read());
        return new JobTotals(created, updated, deleted, unchanged, rejected, failed, unprocessed + left, warnings);
    }
}
