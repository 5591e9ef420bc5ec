package org.millrace.bulk.job.queue;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jboss.logging.Logger;
import org.millrace.bulk.chunk.RedactedException;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.job.Job;
import org.millrace.bulk.job.chunk.StoredRecord;
import org.millrace.bulk.record.field.Position;

/**
 * Copies rows of a queue into a job's own tables, one chunk for each claimed batch. Each step is idempotent and may run on any
 * node: the transaction that writes the chunk decides on the batch once. Thread-safe.
 */
public final class WorkQueueFeed {
    private static final Logger LOG = Logger.getLogger(WorkQueueFeed.class);

    private static final int MOST_RECORDS = 1000;
    private static final long MOST_BYTES = 8L * 1024 * 1024;
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final ClaimedBatches claimedBatches;
    private final Acknowledgements acknowledgements;
    private final WorkQueues queues;
    private final QueuePolicy policy;
    private final Map<String, ReentrantLock> feeding = new ConcurrentHashMap<>();

    /** When nothing was found last, by the job's id, in nanoseconds. */
    private final Map<String, Long> foundEmpty = new ConcurrentHashMap<>();

    private final Set<String> away = ConcurrentHashMap.newKeySet();

    /** Reads from these queues. */
    public WorkQueueFeed(ClaimedBatches claimedBatches, Acknowledgements acknowledgements, WorkQueues queues) {
        this.claimedBatches = claimedBatches;
        this.acknowledgements = acknowledgements;
        this.queues = queues;
        this.policy = queues.policy();
    }

    /**
     * Acknowledges finished rows, and claims one more chunk of rows while fewer than {@code enough} are pending. While the queue
     * is unreachable, claimed rows are still processed.
     *
     * @param chunkSize maximum number of rows; 0 for the default
     */
    public void feed(Job job, String source, RecordParser parser, int chunkSize, int enough) {
        // A queue that does not respond must not delay the others.
        ReentrantLock turn = feeding.computeIfAbsent(source, unused -> new ReentrantLock());
        if (!turn.tryLock()) {
            return;
        }
        try {
            acknowledgements.send(job, source);
            if (isTimeToLook(job.id())) {
                take(job.id(), source, parser, chunkSize > 0 ? chunkSize : MOST_RECORDS, enough);
            }
            if (away.remove(source)) {
                LOG.infof("Work queue %s: polling and acknowledgement resumed", source);
            }
        } catch (SQLException e) {
            if (away.add(source)) {
                LOG.warnf(RedactedException.of(e), "Work queue %s: polling and acknowledgement suspended", source);
            }
        } finally {
            turn.unlock();
        }
    }

    /** An empty queue is not queried again immediately. */
    private boolean isTimeToLook(String jobId) {
        Long last = foundEmpty.get(jobId);
        return last == null || System.nanoTime() - last > PAUSE.toNanos();
    }

    /** Drops the times of jobs that are no longer running. */
    public void retain(Set<String> running) {
        foundEmpty.keySet().retainAll(running);
    }

    private void take(String jobId, String source, RecordParser parser, int most, int enough) throws SQLException {
        Optional<ClaimedBatches.ClaimedBatch> begun = claimedBatches.begin(jobId, enough);
        if (begun.isEmpty()) {
            return;
        }
        ClaimedBatches.ClaimedBatch batch = begun.get();
        List<WorkQueue.Row> rows =
                queues.in(source, queue -> queue.claim(batch.lease(), most, MOST_BYTES, policy.maxRecordBytes()));
        if (rows.isEmpty()) {
            claimedBatches.forget(batch);
            foundEmpty.put(jobId, System.nanoTime());
            return;
        }
        if (!complete(batch, rows, parser)) {
            LOG.infof("Job %s: claimed batch expired; rows released", jobId);
            queues.giveBack(source, batch.lease());
        }
    }

    private boolean complete(ClaimedBatches.ClaimedBatch batch, List<WorkQueue.Row> rows, RecordParser parser)
            throws SQLException {
        List<Entry> entries = new ArrayList<>(rows.size());
        List<StoredRecord> records = new ArrayList<>(rows.size());
        rows.stream().sorted(Comparator.comparingLong(WorkQueue.Row::id)).forEach(row -> {
            Optional<byte[]> text =
                    Optional.ofNullable(row.payload()).map(payload -> payload.getBytes(StandardCharsets.UTF_8));
            Entry entry = entry(row, text, parser);
            StoredRecord record = StoredRecord.of(entry, text);
            entries.add(entry);
            records.add(row.attempts() + 1 < policy.attempts() ? record.repeatable() : record);
        });
        return claimedBatches.complete(batch, entries, records);
    }

    private Entry entry(WorkQueue.Row row, Optional<byte[]> text, RecordParser parser) {
        Position position = new Position(row.id());
        return text.map(bytes -> parser.parse(bytes, 0, bytes.length, position))
                .orElseGet(() -> Entry.Unreadable.tooLarge(position, row.length(), policy.maxRecordBytes()));
    }

    /**
     * Whether the queue has no pending row, and all claimed rows are acknowledged. Unknown, and so false, for an unreachable
     * queue.
     *
     * @throws SQLException if Keycloak's own database is unreachable
     */
    public boolean isDrained(Job job, String source) throws SQLException {
        if (!claimedBatches.open(job.id()).isEmpty()) {
            return false;
        }
        try {
            // Rows of a lost batch keep its lease until they are released.
            return queues.in(
                    source, queue -> queue.isDrained() && queue.leases(job.id()).isEmpty());
        } catch (SQLException e) {
            LOG.debugf(
                    RedactedException.of(e), "Work queue %s could not be read; whether it is empty is unknown", source);
            return false;
        }
    }
}
