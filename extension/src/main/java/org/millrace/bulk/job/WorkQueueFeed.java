package org.millrace.bulk.job;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jboss.logging.Logger;
import org.millrace.bulk.chunk.Redacted;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.record.Position;
import org.millrace.bulk.record.Violation;

/**
 * Brings rows of a queue into a job's own tables, a chunk a delivery, and tells the queue what became of them. Each step may be
 * done again, by any node: what a delivery comes to is decided once, by the transaction that writes its chunk. Safe for any thread.
 */
final class WorkQueueFeed {
    private static final Logger LOG = Logger.getLogger(WorkQueueFeed.class);
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final int MOST_RECORDS = 1000;
    private static final Duration PAUSE = Duration.ofMillis(500);

    /** Deliveries are lost with their nodes only. */
    private static final Duration RARELY = Duration.ofSeconds(5);

    private static final long MOST_BYTES = 8L * 1024 * 1024;

    private final JobDatabase database;
    private final Deliveries deliveries;
    private final Ledger ledger;
    private final QueuePolicy policy;
    private final Duration lease;
    private final int maxRecordBytes;
    private final Map<String, ReentrantLock> feeding = new ConcurrentHashMap<>();
    private final Map<String, Long> looked = new ConcurrentHashMap<>();
    private final Set<String> away = ConcurrentHashMap.newKeySet();

    /** @param lease after so long, a delivery that is still on its way is lost */
    WorkQueueFeed(JobDatabase database, JobStore jobs, Ledger ledger, QueuePolicy policy, Duration lease) {
        this.maxRecordBytes = policy.maxRecordBytes();
        this.database = database;
        this.deliveries = new Deliveries(database, jobs);
        this.ledger = ledger;
        this.policy = policy;
        this.lease = lease;
    }

    /**
     * Acknowledges what is done, and takes one more chunk of rows while there are fewer than enough. While the queue cannot be
     * reached, what was taken before goes on.
     *
     * @return whether any rows were taken
     */
    boolean feed(Job job, String source, RecordParser parser, int chunkSize, int enough) {
        // One that does not answer is not to keep another from being asked.
        ReentrantLock turn = feeding.computeIfAbsent(source, unused -> new ReentrantLock());
        if (!turn.tryLock()) {
            return false;
        }
        try {
            acknowledge(job, source);
            boolean taken = false;
            if (isTimeToLook(job.id())) {
                Optional<Deliveries.Delivery> begun = deliveries.begin(job.id(), enough);
                taken = begun.isPresent() && deliver(begun.get(), source, parser, chunkSize);
                if (begun.isPresent() && !taken) {
                    looked.put(job.id(), System.nanoTime());
                }
            }
            if (away.remove(source)) {
                LOG.infof("Work queue %s can be used again", source);
            }
            return taken;
        } catch (SQLException e) {
            if (away.add(source)) {
                LOG.warnf(Redacted.of(e), "Work queue %s: nothing is taken or acknowledged for now", source);
            }
            return false;
        } finally {
            turn.unlock();
        }
    }

    /** A queue in which nothing was found is not asked at once again. */
    private boolean isTimeToLook(String jobId) {
        Long last = looked.get(jobId);
        return last == null || System.nanoTime() - last > PAUSE.toNanos();
    }

    private boolean deliver(Deliveries.Delivery delivery, String source, RecordParser parser, int chunkSize)
            throws SQLException {
        int most = chunkSize > 0 ? chunkSize : MOST_RECORDS;
        List<WorkQueue.Row> rows =
                inQueue(source, queue -> queue.claim(delivery.lease(), most, MOST_BYTES, maxRecordBytes));
        if (rows.isEmpty()) {
            deliveries.forget(delivery);
            return false;
        }
        List<Entry> entries = new ArrayList<>(rows.size());
        List<StoredRecord> records = new ArrayList<>(rows.size());
        rows.stream().sorted((one, other) -> Long.compare(one.id(), other.id())).forEach(row -> {
            Optional<byte[]> text =
                    Optional.ofNullable(row.payload()).map(payload -> payload.getBytes(StandardCharsets.UTF_8));
            Position position = new Position(row.id());
            Entry entry = text.map(bytes -> parser.parse(bytes, 0, bytes.length, position))
                    .orElseGet(() -> tooLarge(position));
            entries.add(entry);
            records.add(StoredRecord.of(entry, text));
        });
        if (!deliveries.complete(delivery, entries, records)) {
            LOG.infof("Job %s: a delivery came too late, and its rows go back", delivery.jobId());
            giveBack(source, delivery.lease());
            return false;
        }
        return true;
    }

    private Entry tooLarge(Position position) {
        String detail = "A record has at most " + maxRecordBytes + " bytes";
        return new Entry.Unreadable(
                position, Optional.empty(), List.of(Violation.of("record-too-large", null, detail)), 0);
    }

    /** Tells the queue what became of rows, and gives those back that nobody will ask for. */
    void acknowledge(Job job, String source) throws SQLException {
        deliveries.forgetLost(job.id(), job.state().isFinished() ? 0 : lease.toMillis());
        for (Deliveries.Delivery delivery : deliveries.settled(job)) {
            List<String> outcomes = outcomes(delivery);
            inQueue(source, queue -> {
                for (String outcome : outcomes) {
                    acknowledge(queue, delivery, parsed(outcome));
                }
                queue.release(delivery.lease());
                return true;
            });
            deliveries.acknowledged(delivery);
        }
        String lost = "lost/" + job.id();
        Long last = looked.get(lost);
        if (last == null || job.state().isFinished() || System.nanoTime() - last > RARELY.toNanos()) {
            looked.put(lost, System.nanoTime());
            releaseLost(job, source);
        }
    }

    private List<String> outcomes(Deliveries.Delivery delivery) throws SQLException {
        return database.read(connection -> {
            List<String> lines = new ArrayList<>();
            ledger.of(connection, delivery.jobId(), delivery.part(), 0, null).forEach(row -> lines.addAll(row.lines()));
            return lines;
        });
    }

    private void acknowledge(WorkQueue queue, Deliveries.Delivery delivery, JsonNode outcome) throws SQLException {
        String lease = delivery.lease();
        long id = outcome.path("line").asLong();
        String status = outcome.path("status").asText();
        JsonNode problem = outcome.path("problems").path(0);
        String error = problem.isMissingNode() ? null : problem.path("code").asText();
        if (status.equals("unprocessed")) {
            return;
        }
        boolean again = status.equals("failed") && problem.path("retryable").asBoolean();
        int failures = again ? queue.failures(lease, id) + 1 : 0;
        if (again && error != null && failures > 0 && failures < policy.attempts()) {
            queue.retry(lease, id, policy.rest(failures).toMillis(), error);
        } else {
            queue.finish(lease, id, status, outcome.path("id").textValue(), error);
        }
    }

    /** A lease is written down here before any row is under it: one that is not is of a delivery that was given up. */
    private void releaseLost(Job job, String source) throws SQLException {
        List<String> leases = inQueue(source, queue -> queue.leases(job.id()));
        if (leases.isEmpty()) {
            return;
        }
        Set<String> open = new HashSet<>();
        deliveries.open(job.id()).forEach(delivery -> open.add(delivery.lease()));
        for (String each : leases) {
            if (!open.contains(each)) {
                giveBack(source, each);
            }
        }
    }

    private void giveBack(String source, String rowsUnder) throws SQLException {
        inQueue(source, queue -> {
            queue.release(rowsUnder);
            return true;
        });
    }

    /**
     * Whether nothing waits in the queue, and all that was taken from it is acknowledged. Of a queue that is away, nobody can say so.
     *
     * @throws SQLException if Keycloak's own database cannot be asked
     */
    boolean isDrained(Job job, String source) throws SQLException {
        if (!deliveries.open(job.id()).isEmpty()) {
            return false;
        }
        try {
            // Rows of a delivery that was lost are under its lease until they are given back.
            return inQueue(
                    source, queue -> queue.isDrained() && queue.leases(job.id()).isEmpty());
        } catch (SQLException e) {
            LOG.debugf(Redacted.of(e), "Nobody can tell whether work queue %s is empty", source);
            return false;
        }
    }

    /** Whether all that was taken is acknowledged; to be asked with the job's row locked. */
    boolean isAcknowledged(Connection connection, String jobId) throws SQLException {
        return !deliveries.isAnyOpen(connection, jobId);
    }

    @FunctionalInterface
    private interface QueueWork<T> {
        T run(WorkQueue queue) throws SQLException;
    }

    private <T> T inQueue(String source, QueueWork<T> work) throws SQLException {
        WorkQueueSource known = policy.sources().get(source);
        if (known == null) {
            throw new SQLException("this node was not told where work queue " + source + " is", "08001");
        }
        // Closed without a commit, a transaction is rolled back.
        try (Connection connection = known.connect()) {
            T result = work.run(new WorkQueue(connection));
            connection.commit();
            return result;
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
