package org.millrace.bulk.job;

import org.millrace.bulk.chunk.Tally;

/**
 * How many records of a job ended how, according to its ledger.
 *
 * @param unprocessed those that the ledger says so of; what has no outcome when a job ends comes on top
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
    /** Records that have an outcome. */
    @Override
    public long read() {
        return created + updated + deleted + unchanged + rejected + failed + unprocessed;
    }

    /** Those of a job that is at its end: what has no outcome by then was not processed. */
    public JobTotals closed(long total) {
        long left = Math.max(0, total - read());
        return new JobTotals(created, updated, deleted, unchanged, rejected, failed, unprocessed + left, warnings);
    }
}
