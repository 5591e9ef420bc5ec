package org.millrace.bulk.job.queue;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.millrace.bulk.chunk.run.Chunker;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.job.Job;
import org.millrace.bulk.job.JobDatabase;
import org.millrace.bulk.job.JobState;
import org.millrace.bulk.job.JobTable;
import org.millrace.bulk.job.PartTable;
import org.millrace.bulk.job.chunk.ChunkState;
import org.millrace.bulk.job.chunk.ChunkTable;
import org.millrace.bulk.job.chunk.NewChunk;
import org.millrace.bulk.job.chunk.StoredRecord;
import org.millrace.server.Database;

/**
 * The batches of rows that a job has claimed from its queue, as parts of one chunk each in Keycloak's database. A claimed batch
 * is recorded before its rows are claimed, and until they are acknowledged: a lease without a record here is orphaned.
 * Thread-safe.
 */
public final class ClaimedBatches {
    private final JobDatabase database;
    private final JobTable jobs;
    private final PartTable parts;
    private final ChunkTable chunkTable;

    /** Batches of jobs in this database. */
    public ClaimedBatches(JobDatabase database) {
        this.database = database;
        this.jobs = new JobTable(database);
        this.parts = new PartTable(database);
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
            int part = parts.beginBatch(connection, upload, jobId, Database.now(connection));
            return Optional.of(new ClaimedBatch(jobId, upload, part));
        });
    }

    /** Number of pending chunks and of batches being claimed. */
    private long waiting(Connection connection, String jobId) throws SQLException {
        return chunkTable.waiting(connection, jobId) + parts.arriving(connection, jobId);
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
                    && parts.completeBatch(connection, batch.uploadId(), records.size(), Database.now(connection));
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
        return database.inTransaction(connection -> parts.removeArriving(connection, batch.uploadId()));
    }

    /** Claimed batches of a job whose lease was not renewed for this time, for example because their node failed. */
    List<ClaimedBatch> lost(String jobId, long millis) throws SQLException {
        return batches(
                jobId, database.read(connection -> parts.lost(connection, jobId, Database.now(connection) - millis)));
    }

    /** Unacknowledged batches of a job, complete or not. */
    List<ClaimedBatch> open(String jobId) throws SQLException {
        return batches(jobId, database.read(connection -> parts.unacknowledged(connection, jobId)));
    }

    /** Those of a job whose chunks will not change any more: done, or, of a job that is finished, left as it is. */
    List<ClaimedBatch> settled(Job job) throws SQLException {
        return batches(
                job.id(),
                database.read(connection -> job.state().isFinished()
                        ? parts.arrivedUnacknowledged(connection, job.id())
                        : parts.arrivedUnacknowledged(connection, job.id(), ChunkState.DONE.code())));
    }

    private static List<ClaimedBatch> batches(String jobId, List<PartTable.Part> parts) {
        return parts.stream()
                .map(each -> new ClaimedBatch(jobId, each.uploadId(), each.part()))
                .toList();
    }

    /** Records that the queue has received the results of the rows. */
    void acknowledged(ClaimedBatch batch) throws SQLException {
        database.inTransaction(connection -> {
            parts.acknowledge(connection, batch.uploadId());
            return true;
        });
    }
}
