package org.millrace.bulk.job.queue;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.millrace.bulk.chunk.RedactedException;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.chunk.outcome.OutcomeStatus;
import org.millrace.bulk.job.Job;
import org.millrace.bulk.job.JobDatabase;
import org.millrace.bulk.job.JobStore;
import org.millrace.bulk.job.chunk.ChunkTable;
import org.millrace.bulk.job.chunk.Ledger;
import org.millrace.bulk.job.chunk.RecordResult;
import org.millrace.bulk.record.field.Violation;

/**
 * Writes the results of rows back to their work queue, and releases leases that no claimed batch refers to. Each step is
 * idempotent and may run on any node. Thread-safe.
 */
public final class Acknowledgements {
    private static final Logger LOG = Logger.getLogger(Acknowledgements.class);

    /** Interval between searches for orphaned leases, which only the failure of a node leaves. */
    private static final Duration RARELY = Duration.ofSeconds(5);

    private final JobDatabase database;
    private final JobStore jobs;
    private final ChunkTable chunks;
    private final Ledger ledger;
    private final ClaimedBatches claimedBatches;
    private final WorkQueues queues;
    private final Duration lease;

    /** Last search for orphaned leases, by the job's id, in nanoseconds. */
    private final Map<String, Long> looked = new ConcurrentHashMap<>();

    /** @param lease time after which an unfinished claimed batch counts as lost */
    public Acknowledgements(
            JobDatabase database,
            JobStore jobs,
            Ledger ledger,
            ClaimedBatches claimedBatches,
            WorkQueues queues,
            Duration lease) {
        this.database = database;
        this.jobs = jobs;
        this.chunks = new ChunkTable(database);
        this.ledger = ledger;
        this.claimedBatches = claimedBatches;
        this.queues = queues;
        this.lease = lease;
    }

    /** Sends pending results of paused and finished jobs to their queues. */
    public void sendRest() {
        List<Job> rest = List.of();
        try {
            rest = jobs.unacknowledged();
        } catch (SQLException e) {
            LOG.debug("Outcomes could not be written to the work queues; retrying", RedactedException.of(e));
        }
        for (Job job : rest) {
            String source = job.source();
            try {
                if (source != null) {
                    send(job, source);
                }
            } catch (SQLException | RuntimeException e) {
                // An unreachable queue must not delay the others.
                LOG.debugf(RedactedException.of(e), "Outcomes could not be written to work queue %s; retrying", source);
            }
        }
    }

    /**
     * Writes the results of rows back to a job's queue.
     *
     * @throws SQLException if a database is unreachable; the remaining results are sent later
     */
    void send(Job job, String source) throws SQLException {
        boolean ended = job.state().isFinished();
        for (ClaimedBatches.ClaimedBatch lost : claimedBatches.lost(job.id(), lease.toMillis())) {
            // In this order, a batch that completes in between keeps its rows. If this node fails in between, the rows
            // are released as those of an orphaned lease.
            if (claimedBatches.forget(lost)) {
                queues.giveBack(source, lost.lease());
            }
        }
        for (ClaimedBatches.ClaimedBatch batch : claimedBatches.settled(job)) {
            List<RecordResult> results = results(batch);
            queues.change(source, queue -> {
                for (RecordResult result : results) {
                    acknowledge(queue, batch.lease(), result);
                }
                queue.release(batch.lease());
            });
            claimedBatches.acknowledged(batch);
        }
        Long last = looked.get(job.id());
        if (ended || last == null || System.nanoTime() - last > RARELY.toNanos()) {
            looked.put(job.id(), System.nanoTime());
            releaseLost(job, source);
        }
    }

    /** Drops search times of jobs that are no longer running. */
    public void retain(Set<String> running) {
        looked.keySet().retainAll(running);
    }

    private List<RecordResult> results(ClaimedBatches.ClaimedBatch batch) throws SQLException {
        return database.read(connection -> {
            List<RecordResult> results = new ArrayList<>();
            for (int seq : chunks.ofPart(connection, batch.uploadId())) {
                ledger.of(connection, batch.jobId(), batch.part(), seq, null)
                        .forEach(row -> results.addAll(row.results()));
            }
            return results;
        });
    }

    private void acknowledge(WorkQueue queue, String lease, RecordResult result) throws SQLException {
        if (result instanceof RecordResult.Deferred deferred) {
            queue.retry(lease, deferred.position().line(), queues.policy().backoff(), deferred.reason());
            return;
        }
        Outcome outcome = ((RecordResult.Decided) result).outcome();
        if (outcome.status() != OutcomeStatus.UNPROCESSED) {
            String error =
                    outcome.problems().stream().findFirst().map(Violation::code).orElse(null);
            queue.finish(lease, outcome.position().line(), outcome.status().word(), outcome.id(), error);
        }
    }

    /** Releases orphaned leases. A lease is stored here before it claims rows, so an unknown one belongs to an abandoned batch. */
    private void releaseLost(Job job, String source) throws SQLException {
        List<String> leases = queues.in(source, queue -> queue.leases(job.id()));
        if (leases.isEmpty()) {
            return;
        }
        Set<String> open = claimedBatches.open(job.id()).stream()
                .map(ClaimedBatches.ClaimedBatch::lease)
                .collect(Collectors.toSet());
        for (String each : leases) {
            if (!open.contains(each)) {
                queues.giveBack(source, each);
            }
        }
    }
}
