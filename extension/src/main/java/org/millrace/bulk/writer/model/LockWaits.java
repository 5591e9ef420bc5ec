package org.millrace.bulk.writer.model;

import java.time.Duration;
import java.util.function.Predicate;
import org.jboss.logging.Logger;
import org.millrace.bulk.chunk.RedactedException;

/** Waits of other connections for the locks of a dry run's transaction. For the thread of the transaction. */
final class LockWaits {
    private static final Logger LOG = Logger.getLogger(LockWaits.class);

    /** How long other connections may wait, in addition to the time of a chunk. */
    private static final Duration MAX_WAIT = Duration.ofSeconds(5);

    private final Predicate<Duration> check;
    private final String realmId;
    private boolean failed;

    /**
     * Waits of one dry run.
     *
     * @param check whether another connection has waited at least this long; {@link IllegalStateException} if the database rejects the statement
     */
    LockWaits(Predicate<Duration> check, String realmId) {
        this.check = check;
        this.realmId = realmId;
    }

    /** Whether another connection waits too long. Also true once the check fails, because the transaction is aborted then; later always false. */
    boolean exist() {
        try {
            return !failed && check.test(MAX_WAIT);
        } catch (IllegalStateException e) {
            failed = true;
            LOG.warnf(
                    RedactedException.of(e),
                    "A dry run in realm %s cannot read the lock waits of other connections, and is not rolled back early for them any more",
                    realmId);
            return true;
        }
    }
}
