package org.millrace.advisor.sampler.postgres;

/**
 * Since when archiving has only failed, within the time of observation: the database reports its last failure and its last
 * success, and without WAL to archive the success may be hours ago. For one thread.
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
