package org.millrace.bulk.job.queue;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.millrace.bulk.chunk.Chunker;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.job.Job;
import org.millrace.bulk.job.JobDatabase;
import org.millrace.bulk.job.JobState;
import org.millrace.bulk.job.JobStore;
import org.millrace.bulk.job.chunk.ChunkState;
import org.millrace.bulk.job.chunk.ChunkTable;
import org.millrace.bulk.job.chunk.NewChunk;
import org.millrace.bulk.job.chunk.StoredRecord;
import org.millrace.server.Database;
import org.millrace.server.Sql;

/**
 * The batches of rows that a job has claimed from its queue, as parts of one chunk each in Keycloak's database. A claimed batch
 * is recorded before its rows are claimed, and until they are acknowledged: a lease without a record here is orphaned.
 * Thread-safe.
 */
public final class ClaimedBatches {
    private final JobDatabase database;
    private final JobStore jobs;
    private final ChunkTable chunkTable;

    /** Batches of jobs in this database. */
    public ClaimedBatches(JobDatabase database, JobStore jobs) {
        this.database = database;
        this.jobs = jobs;
        this.chunkTable = new ChunkTable(database);
    }

    /** One batch of rows claimed from a work queue. Its rows carry {@link #lease()} in the queue. */
    record ClaimedBatch(String jobId, String uploadId, int part) {
        String lease() {
            return jobId + "/" + uploadId;
        }
    }

    /** Begins one for a job that runs; empty if it does not, or has enough to do. */
    Optional<ClaimedBatch> begin(String jobId, int enough) throws SQLException {
        return database.inTransaction(connection -> {
            boolean wanted = jobs.locked(connection, jobId)
                            .filter(job -> job.state() == JobState.RUNNING)
                            .isPresent()
                    && waiting(connection, jobId) < enough;
            if (!wanted) {
                return Optional.<ClaimedBatch>empty();
            }
            String upload = UUID.randomUUID().toString();
            int part = new Sql(connection, "SELECT MAX(PART) FROM " + database.part() + " WHERE JOB_ID = ?", jobId)
                            .first(row -> row.getInt(1))
                            .orElse(0)
                    + 1;
            new Sql(
                            connection,
                            "INSERT INTO " + database.part()
                                    + " (UPLOAD_ID, JOB_ID, PART, ARRIVED, TOUCHED_AT, ACKNOWLEDGED) VALUES (?, ?, ?, 0, ?, 0)",
                            upload,
                            jobId,
                            part,
                            Database.now(connection))
                    .update();
            return Optional.of(new ClaimedBatch(jobId, upload, part));
        });
    }

    /** Number of pending chunks and of batches being claimed. */
    private long waiting(Connection connection, String jobId) throws SQLException {
        String claiming = "SELECT COUNT(*) FROM " + database.part() + " WHERE JOB_ID = ? AND ARRIVED = 0";
        return chunkTable.waiting(connection, jobId)
                + new Sql(connection, claiming, jobId)
                        .first(row -> row.getLong(1))
                        .orElse(0L);
    }

    /**
     * Stores the claimed rows as chunks, each with records of one type; false if the batch counts as lost, or the job has ended.
     */
    boolean complete(ClaimedBatch batch, List<Entry> entries, List<StoredRecord> records) throws SQLException {
        List<NewChunk> chunks = new ArrayList<>(1);
        int first = 0;
        for (List<Entry> some : Chunker.byKind(entries)) {
            int end = first + some.size();
            chunks.add(NewChunk.of(
                    batch.uploadId(), batch.jobId(), batch.part(), chunks.size(), some, records.subList(first, end)));
            first = end;
        }
        return database.inTransaction(connection -> {
            boolean goesOn = jobs.locked(connection, batch.jobId())
                    .filter(job -> !job.state().isFinished())
                    .isPresent();
            boolean kept = goesOn
                    && new Sql(
                                            connection,
                                            "UPDATE " + database.part()
                                                    + " SET ARRIVED = 1, RECORDS = ?, TOUCHED_AT = ? WHERE UPLOAD_ID = ? AND ARRIVED = 0",
                                            records.size(),
                                            Database.now(connection),
                                            batch.uploadId())
                                    .update()
                            == 1;
            if (kept) {
                for (NewChunk chunk : chunks) {
                    chunkTable.add(connection, chunk, ChunkState.PENDING);
                }
            }
            return kept;
        });
    }

    /** Removes a batch that has not arrived; false if it has arrived by now, or was removed by another node. */
    boolean forget(ClaimedBatch batch) throws SQLException {
        return database.update(
                        "DELETE FROM " + database.part() + " WHERE UPLOAD_ID = ? AND ARRIVED = 0", batch.uploadId())
                == 1;
    }

    /** Claimed batches of a job without a sign of life for this time, for example because their node failed. */
    List<ClaimedBatch> lost(String jobId, long millis) throws SQLException {
        return database.read(connection -> new Sql(
                        connection,
                        "SELECT UPLOAD_ID, PART FROM " + database.part()
                                + " WHERE JOB_ID = ? AND ACKNOWLEDGED = 0 AND ARRIVED = 0 AND TOUCHED_AT < ?",
                        jobId,
                        Database.now(connection) - millis)
                .all(row -> new ClaimedBatch(jobId, row.getString(1), row.getInt(2))));
    }

    /** All that is not acknowledged of a job, on its way or there. */
    List<ClaimedBatch> open(String jobId) throws SQLException {
        return database.read(connection -> open(connection, jobId, ""));
    }

    /** Those of a job whose chunks will not change any more: done, or, of a job that is finished, left as it is. */
    List<ClaimedBatch> settled(Job job) throws SQLException {
        String done = job.state().isFinished()
                ? ""
                : " AND NOT EXISTS (SELECT 1 FROM " + database.chunk()
                        + " c WHERE c.UPLOAD_ID = p.UPLOAD_ID AND c.STATE <> " + ChunkState.DONE.code() + ")";
        return database.read(connection -> open(connection, job.id(), " AND ARRIVED = 1" + done));
    }

    private List<ClaimedBatch> open(Connection connection, String jobId, String more) throws SQLException {
        return new Sql(
                        connection,
                        "SELECT UPLOAD_ID, PART FROM " + database.part() + " p WHERE JOB_ID = ? AND ACKNOWLEDGED = 0"
                                + more + " ORDER BY PART",
                        jobId)
                .all(row -> new ClaimedBatch(jobId, row.getString(1), row.getInt(2)));
    }

    /** Records that the queue has received the results of the rows. */
    void acknowledged(ClaimedBatch batch) throws SQLException {
        database.update("UPDATE " + database.part() + " SET ACKNOWLEDGED = 1 WHERE UPLOAD_ID = ?", batch.uploadId());
    }
}
