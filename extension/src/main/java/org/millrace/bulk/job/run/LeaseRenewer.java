package org.millrace.bulk.job.run;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.millrace.bulk.chunk.RedactedException;
import org.millrace.bulk.job.JobDatabase;
import org.millrace.bulk.job.chunk.Claim;
import org.millrace.bulk.job.part.JobDeletion;
import org.millrace.bulk.job.undo.DeletedEntityStates;
import org.millrace.bulk.job.undo.UndoImages;
import org.millrace.bulk.registry.EntityTypes;
import org.millrace.server.Database;

/** Renews the leases of this node's chunks, and periodically deletes old data. Thread-safe. */
final class LeaseRenewer {
    private static final Logger LOG = Logger.getLogger(LeaseRenewer.class);

    private static final Duration TIDYING = Duration.ofMinutes(10);

    /** Age after which an unfinished upload is removed. */
    private static final Duration ABANDONED = Duration.ofHours(6);

    private final JobSettings settings;
    private final JobDatabase database;
    private final UndoExpiry undo;
    private final JobDeletion deletion;
    private final ChunkClaims claims;
    private final DryRunOwners dryRuns;
    private final UndoImages images;
    private final DeletedEntityStates deleted;
    private final Set<Claim> active = ConcurrentHashMap.newKeySet();

    LeaseRenewer(
            JobSettings settings,
            JobDatabase database,
            UndoExpiry undo,
            JobDeletion deletion,
            ChunkClaims claims,
            DryRunOwners dryRuns) {
        this.settings = settings;
        this.database = database;
        this.undo = undo;
        this.deletion = deletion;
        this.claims = claims;
        this.dryRuns = dryRuns;
        this.images = new UndoImages(database);
        this.deleted = new DeletedEntityStates(database, images, EntityTypes.tablesOfSecrets());
    }

    /** Keeps a claim's lease from now on. */
    void add(Claim claim) {
        active.add(claim);
    }

    /** Lets a claim's lease run out. */
    void remove(Claim claim) {
        active.remove(claim);
    }

    /**
     * Runs until all workers have ended.
     *
     * @param heldDryRuns the dry runs whose state this node holds
     */
    void keep(CountDownLatch working, Supplier<List<String>> heldDryRuns) {
        long tidied = System.nanoTime() - TIDYING.toNanos();
        while (true) {
            try {
                if (working.await(settings.lease().toMillis() / 3, TimeUnit.MILLISECONDS)) {
                    return;
                }
                renew(heldDryRuns.get());
                if (System.nanoTime() - tidied > TIDYING.toNanos()) {
                    tidy();
                    tidied = System.nanoTime();
                }
                undo.expire(database.read(Database::now) - settings.undo().toMillis());
                deleted.step();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (SQLException | RuntimeException | Error e) { // One that ends would be missed until a restart.
                LOG.debug("Leases of jobs could not be renewed; the next attempt follows", RedactedException.of(e));
            }
        }
    }

    private void renew(List<String> heldDryRuns) throws SQLException {
        if (!active.isEmpty()) {
            claims.renew(active);
        }
        if (!heldDryRuns.isEmpty()) {
            dryRuns.renew(heldDryRuns);
        }
    }

    private void tidy() throws SQLException {
        long now = database.read(Database::now);
        deletion.removeAbandonedParts(now - ABANDONED.toMillis());
        images.removeOlder(now - settings.undo().toMillis());
        if (!settings.retention().isZero()) {
            int removed = deletion.removeOlder(now - settings.retention().toMillis());
            if (removed > 0) {
                LOG.infof(
                        "%d jobs deleted, %d days after their end",
                        removed, settings.retention().toDays());
            }
        }
    }
}
