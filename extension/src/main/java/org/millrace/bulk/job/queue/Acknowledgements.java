package org.millrace.bulk.job.queue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.millrace.bulk.chunk.OutcomeJson;
import org.millrace.bulk.chunk.RedactedException;
import org.millrace.bulk.job.Job;
import org.millrace.bulk.job.JobDatabase;
import org.millrace.bulk.job.JobStore;
import org.millrace.bulk.job.chunk.Ledger;
import org.millrace.server.Sql;

/**
 * Writes the results of rows back to their work queue, and releases leases that no claimed batch refers to. Each step is
 * idempotent and may run on any node. Thread-safe.
 */
public final class Acknowledgements {
    private static final Logger LOG = Logger.getLogger(Acknowledgements.class);
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Deliveries are lost with their nodes only. */
    private static final Duration RARELY = Duration.ofSeconds(5);

    private final JobDatabase database;
    private final JobStore jobs;
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
            LOG.debug(
                    "Outcomes could not be written to the work queues; the node will try again",
                    RedactedException.of(e));
        }
        for (Job job : rest) {
            String source = job.source();
            try {
                if (source != null) {
                    send(job, source);
                }
            } catch (SQLException | RuntimeException e) {
                // One queue that is away is not to keep the others waiting.
                LOG.debugf(
                        RedactedException.of(e),
                        "Outcomes could not be written to work queue %s; the node will try again",
                        source);
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
            // In this order: a batch that arrives in between keeps its rows. Rows of a node that fails in between are
            // released as those
            // of a lease without a batch.
            if (claimedBatches.forget(lost)) {
                queues.giveBack(source, lost.lease());
            }
        }
        for (ClaimedBatches.ClaimedBatch batch : claimedBatches.settled(job)) {
            List<String> outcomes = outcomes(batch);
            queues.change(source, queue -> {
                for (String outcome : outcomes) {
                    acknowledge(queue, batch.lease(), parsed(outcome));
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

    /** Drops search times of jobs that do not run any more. */
    public void retain(Set<String> running) {
        looked.keySet().retainAll(running);
    }

    private List<String> outcomes(ClaimedBatches.ClaimedBatch batch) throws SQLException {
        return database.read(connection -> {
            List<String> lines = new ArrayList<>();
            List<Integer> chunks = new Sql(
                            connection,
                            "SELECT SEQ FROM " + database.chunk() + " WHERE UPLOAD_ID = ? ORDER BY SEQ",
                            batch.uploadId())
                    .all(row -> row.getInt(1));
            for (int seq : chunks) {
                ledger.of(connection, batch.jobId(), batch.part(), seq, null).forEach(row -> lines.addAll(row.lines()));
            }
            return lines;
        });
    }

    private void acknowledge(WorkQueue queue, String lease, JsonNode outcome) throws SQLException {
        long id = outcome.path("line").asLong();
        String status = outcome.path("status").asText();
        if (status.equals(OutcomeJson.PUT_OFF)) {
            queue.retry(
                    lease, id, queues.policy().backoff(), outcome.path("reason").asText());
        } else if (!status.equals("unprocessed")) {
            String error = outcome.path("problems").path(0).path("code").textValue();
            queue.finish(lease, id, status, outcome.path("id").textValue(), error);
        }
    }

    /** A lease is written down here before any row is under it: one that is not is of a delivery that was given up. */
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

    private static JsonNode parsed(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a line of the ledger is no JSON", e);
        }
    }
}
