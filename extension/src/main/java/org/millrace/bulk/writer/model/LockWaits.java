package org.millrace.bulk.writer.model;

import java.time.Duration;
import java.util.function.Predicate;
import org.jboss.logging.Logger;
import org.millrace.bulk.chunk.RedactedException;
import org.millrace.bulk.writer.DatabaseFaults;

/** Waits of other connections for the locks of a dry run's transaction. For the thread of the transaction. */
final class LockWaits {
    private static final Logger LOG = Logger.getLogger(LockWaits.class);

    /** How long other connections may wait, in addition to the time of a chunk and the time between two checks. */
    private static final Duration MAX_WAIT = Duration.ofSeconds(1);

    /** Rollbacks of a dry run for other connections: two dry runs may wait for each other again and again. */
    private static final int MAX_ROLLBACKS = 3;

    private final Predicate<Duration> check;
    private final String realmId;
    private boolean failed;
    private int rollbacks;

    /**
     * Waits of one dry run.
     *
     * @param check whether another connection has waited at least this long; {@link IllegalStateException} if the database rejects the statement
     */
    LockWaits(Predicate<Duration> check, String realmId) {
        this.check = check;
        this.realmId = realmId;
    }

    /**
     * Checks whether the transaction has to be rolled back because another connection waits too long, and counts how often it has. Also true if
     * the check fails, because the transaction is aborted then; later always false, unless the connection was lost. Never throws.
     */
    boolean requireRollback() {
        if (failed) {
            return false;
        }
        try {
            boolean found = check.test(MAX_WAIT);
            rollbacks += found ? 1 : 0;
            return found;
        } catch (RuntimeException e) {
            failed = !DatabaseFaults.isUnreachable(e);
            LOG.warnf(
                    RedactedException.of(e),
                    "A dry run in realm %s could not read the lock waits of other connections: its transaction is rolled back%s",
                    realmId,
                    failed ? ", and later ones are not checked" : "");
            return true;
        }
    }

    /** Whether transactions were rolled back so often for other connections that the dry run ends. */
    boolean endDryRun() {
        return rollbacks >= MAX_ROLLBACKS;
    }
}
