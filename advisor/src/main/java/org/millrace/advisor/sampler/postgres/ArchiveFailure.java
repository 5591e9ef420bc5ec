package org.millrace.advisor.sampler.postgres;

/**
 * Since when archiving has only failed, as far as anybody has watched: the database tells its last failure and its last success,
 * and the success may be hours ago because there was nothing to archive. One thread at a time.
 */
final class ArchiveFailure {

    private double first = Double.NaN;

    /**
     * The seconds from the first failure that was seen since the last success to the last one; zero if there was none. While there
     * is something to archive, PostgreSQL tries again each minute.
     *
     * @param failed when it last failed, by the database's clock in seconds; not a number if never
     * @param archived when it last succeeded, likewise
     */
    double seconds(double failed, double archived) {
        boolean failing = Double.isFinite(failed) && !(archived >= failed);
        if (!failing) {
            first = Double.NaN;
            return 0;
        }
        if (Double.isNaN(first) || archived >= first) {
            first = failed;
        }
        return Math.max(0, failed - first);
    }
}
