package org.millrace.bulk.job.part;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jboss.logging.Logger;
import org.millrace.bulk.chunk.RedactedException;
import org.millrace.bulk.job.JobDatabase;
import org.millrace.bulk.job.JobState;
import org.millrace.bulk.job.JobTable;
import org.millrace.bulk.job.PartTable;
import org.millrace.bulk.job.chunk.ChunkTable;
import org.millrace.bulk.job.chunk.Ledger;
import org.millrace.bulk.job.undo.UndoImages;

/** Deletes jobs and parts of jobs with all of their data. Thread-safe. */
public final class JobDeletion {
    private static final Logger LOG = Logger.getLogger(JobDeletion.class);

    private final JobDatabase database;
    private final JobTable jobs;
    private final PartTable parts;
    private final ChunkTable chunks;
    private final PasswordHashes hashes;
    private final Ledger ledger;
    private final UndoImages images;

    /** Jobs in this database. */
    public JobDeletion(JobDatabase database) {
        this.database = database;
        this.jobs = new JobTable(database);
        this.parts = new PartTable(database);
        this.chunks = new ChunkTable(database);
        this.hashes = new PasswordHashes(database);
        this.ledger = new Ledger(database);
        this.images = new UndoImages(database);
    }

    /** Deletes a job that was created for one request, unless it was started. */
    public void withdraw(String id) throws SQLException {
        removeIf(id, EnumSet.of(JobState.OPEN));
    }

    private boolean removeIf(String id, Set<JobState> states) throws SQLException {
        return database.inTransaction(connection -> {
            boolean removable = jobs.locked(connection, id)
                    .filter(job -> states.contains(job.state()))
                    .isPresent();
            if (removable) {
                remove(connection, id);
            }
            return removable;
        });
    }

    /** Deletes all jobs of a realm, in the transaction that removes it. */
    public void removeRealm(String realmId) throws SQLException {
        try (Connection connection = database.joined()) {
            for (String id : jobs.ofRealm(connection, realmId)) {
                remove(connection, id);
            }
        }
    }

    /** Deletes jobs that were finished, or left open, before that time. */
    public int removeOlder(long then) throws SQLException {
        List<String> old = database.read(connection -> jobs.older(connection, then));
        Set<JobState> removable = EnumSet.complementOf(EnumSet.of(JobState.RUNNING, JobState.PAUSED));
        int removed = 0;
        for (String id : old) {
            // It may have been started a moment ago.
            removed += removeIf(id, removable) ? 1 : 0;
        }
        return removed;
    }

    /** Deletes a job whose row is locked, with all of its data. */
    public void remove(Connection connection, String id) throws SQLException {
        chunks.removeJob(connection, id);
        hashes.removeJob(connection, id);
        ledger.clear(connection, id);
        images.removeJob(connection, id);
        parts.removeJob(connection, id);
        jobs.remove(connection, id);
    }

    /** An incomplete part is useless, and may hold passwords. */
    void deleteIncompletePart(String upload) {
        try {
            database.inTransaction(connection -> {
                removePart(connection, upload);
                return true;
            });
        } catch (SQLException e) {
            LOG.warn(
                    "An incomplete part could not be deleted; the clean-up of abandoned parts deletes it later",
                    RedactedException.of(e));
        }
    }

    /** Deletes incomplete parts without progress since that time. */
    public int removeAbandonedParts(long then) throws SQLException {
        List<String> abandoned = database.read(connection -> parts.abandoned(connection, then));
        abandoned.forEach(this::deleteIncompletePart);
        return abandoned.size();
    }

    /** Deletes a part with its chunks. */
    void removePart(Connection connection, String upload) throws SQLException {
        chunks.removePart(connection, upload);
        hashes.remove(connection, upload);
        parts.remove(connection, upload);
    }
}
