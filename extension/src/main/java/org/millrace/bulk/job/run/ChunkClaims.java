package org.millrace.bulk.job.run;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.millrace.bulk.job.Job;
import org.millrace.bulk.job.JobDatabase;
import org.millrace.bulk.job.JobOptions;
import org.millrace.bulk.job.JobState;
import org.millrace.bulk.job.JobTable;
import org.millrace.bulk.job.chunk.BlockTable;
import org.millrace.bulk.job.chunk.ChunkKeys;
import org.millrace.bulk.job.chunk.ChunkState;
import org.millrace.bulk.job.chunk.ChunkTable;
import org.millrace.bulk.job.chunk.Claim;
import org.millrace.bulk.job.chunk.Ledger;
import org.millrace.bulk.job.chunk.StoredChunk;
import org.millrace.server.Database;

/**
 * Assigns a job's chunks to nodes under leases. All nodes are coordinated by the lock of the job's row:
 * a claim is a short transaction. Chunks are claimed in the order of the input. A chunk waits while an earlier unfinished one
 * shares a key with it, so that the first of two records with the same key wins on any nodes. Thread-safe.
 */
final class ChunkClaims {
    private final JobDatabase database;
    private final JobTable jobs;
    private final ChunkTable chunks;
    private final BlockTable blocks;
    private final Ledger ledger;
    private final DryRunOwners dryRuns;
    private final Worker worker;
    private final RecentKeys recentKeys = new RecentKeys();

    /**
     * Who claims.
     *
     * @param node the node's name, for people
     * @param lease how long a claim holds if nothing is heard of the node
     */
    record Worker(String node, Duration lease) {}

    ChunkClaims(JobDatabase database, Ledger ledger, DryRunOwners dryRuns, Worker worker) {
        this.database = database;
        this.jobs = new JobTable(database);
        this.chunks = new ChunkTable(database);
        this.blocks = new BlockTable(database);
        this.ledger = ledger;
        this.dryRuns = dryRuns;
        this.worker = worker;
    }

    /**
     * Whether the job's chunks already use all permitted writers; reads without a lock, so that superfluous workers do not delay
     * the others.
     */
    boolean hasAllWriters(String jobId, JobOptions options) throws SQLException {
        if (options.writers() == 0) {
            return false;
        }
        return database.read(connection -> {
            long now = Database.now(connection);
            return chunks.claimed(connection, jobId).stream()
                            .filter(chunk -> chunk.leaseUntil() >= now)
                            .count()
                    >= options.writers();
        });
    }

    /**
     * The next chunk of a running job.
     *
     * @param oneByOne whether the chunks of the job must be written one at a time in the whole cluster
     * @param dryRunOwner owner of the state of a dry run; another owner starts it again
     */
    Claiming claim(String jobId, boolean oneByOne, String dryRunOwner) throws SQLException {
        return database.inTransaction(connection -> {
            Optional<Job> job = jobs.locked(connection, jobId);
            if (job.isEmpty() || job.get().state() != JobState.RUNNING) {
                return new Claiming.Wait();
            }
            long now = Database.now(connection);
            // The present options, which may have changed.
            JobOptions options = JobOptions.read(job.get().options());
            if (options.dryRun() && !dryRuns.mayContinue(connection, job.get(), dryRunOwner, now)) {
                return new Claiming.Wait();
            }
            return claim(connection, job.get(), options, oneByOne, now);
        });
    }

    private Claiming claim(Connection connection, Job job, JobOptions options, boolean oneByOne, long now)
            throws SQLException {
        List<StoredChunk> busy = new ArrayList<>();
        // In this order: a chunk that is released concurrently is read twice instead of missed; otherwise a later chunk
        // could
        // overtake it.
        List<StoredChunk> atHand = chunks.claimed(connection, job.id());
        Optional<StoredChunk> next = chunks.pending(connection, job.id());
        for (StoredChunk claimed : atHand) {
            if (claimed.leaseUntil() >= now) {
                busy.add(claimed);
            } else if (next.isEmpty() || claimed.isBefore(next.get())) {
                next = Optional.of(claimed);
            }
        }
        if (next.isEmpty()) {
            return busy.isEmpty() ? new Claiming.Done() : new Claiming.Wait();
        }
        if (options.writers() > 0 && busy.size() >= options.writers()) {
            return new Claiming.Wait();
        }
        long errorsLeft = Long.MAX_VALUE;
        if (options.maxErrors() != Long.MAX_VALUE) {
            errorsLeft =
                    options.maxErrors() - ledger.totals(connection, job.id()).problems();
            if (errorsLeft <= 0) {
                return busy.isEmpty() ? new Claiming.Done() : new Claiming.Wait();
            }
        }
        long atWork = busy.stream().mapToLong(StoredChunk::left).sum();
        if (!busy.isEmpty() && (oneByOne || next.get().left() > errorsLeft - atWork)
                || collides(connection, next.get(), busy)) {
            return new Claiming.Wait();
        }
        return grant(connection, job, next.get(), now, errorsLeft);
    }

    private Claiming grant(Connection connection, Job job, StoredChunk next, long now, long errorsLeft)
            throws SQLException {
        // A suspended node may hold the lock of the row in the middle of its commit: do not wait for it.
        if (!chunks.isFree(connection, next.uploadId(), next.seq(), next.state(), next.token())) {
            return new Claiming.Wait();
        }
        boolean takenOver = next.state() == ChunkState.CLAIMED;
        long token = job.lastToken() + 1;
        jobs.claimed(connection, job.id(), token, takenOver);
        chunks.claim(
                connection, next, token, worker.node(), now + worker.lease().toMillis());
        return new Claiming.Granted(new Claim(
                job.id(),
                next.part(),
                next.uploadId(),
                next.seq(),
                token,
                next.records(),
                next.done(),
                next.attempts() + 1,
                errorsLeft));
    }

    private boolean collides(Connection connection, StoredChunk next, List<StoredChunk> busy) throws SQLException {
        List<StoredChunk> earlier =
                busy.stream().filter(other -> other.isBefore(next)).toList();
        if (earlier.isEmpty()) {
            return false;
        }
        ChunkKeys keys = keys(connection, next).orElseThrow(() -> new SQLException("a chunk has no block"));
        for (StoredChunk other : earlier) {
            // Without a block it has just been finished; if so, its keys may still be cached.
            Optional<ChunkKeys> others = keys(connection, other);
            if (others.isPresent() && others.get().sharesWith(keys)) {
                return true;
            }
        }
        return false;
    }

    private Optional<ChunkKeys> keys(Connection connection, StoredChunk chunk) throws SQLException {
        Optional<ChunkKeys> recent = recentKeys.of(chunk.uploadId(), chunk.seq());
        if (recent.isPresent()) {
            return recent;
        }
        Optional<ChunkKeys> keys = blocks.keys(connection, chunk.uploadId(), chunk.seq());
        keys.ifPresent(found -> recentKeys.keep(chunk.uploadId(), chunk.seq(), found));
        return keys;
    }

    /** Clears the cached keys, because no job runs. */
    void forgetKeys() {
        recentKeys.clear();
    }

    /** Says that this node is still at work on these chunks. */
    void renew(Iterable<Claim> claims) throws SQLException {
        database.inTransaction(connection -> {
            long until = Database.now(connection) + worker.lease().toMillis();
            for (Claim claim : claims) {
                // One that is just being committed needs no renewal, and must not be waited for.
                if (chunks.isFree(connection, claim.uploadId(), claim.seq(), ChunkState.CLAIMED, claim.token())) {
                    chunks.renew(connection, claim, until);
                }
            }
            return until;
        });
    }

    /** Whether nothing is left to do of a job whose row is locked. */
    boolean isDone(Connection connection, String jobId, JobOptions options) throws SQLException {
        long now = Database.now(connection);
        boolean noneBusy = chunks.claimed(connection, jobId).stream().allMatch(chunk -> chunk.leaseUntil() < now);
        boolean noneLeft = chunks.claimed(connection, jobId).isEmpty()
                && chunks.pending(connection, jobId).isEmpty();
        return noneBusy && (noneLeft || ledger.totals(connection, jobId).problems() >= options.maxErrors());
    }
}
