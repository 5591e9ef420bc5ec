package org.millrace.bulk.writer.model;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.ChunkCommit;
import org.millrace.bulk.chunk.ChunkFailedException;
import org.millrace.bulk.chunk.ChunkFailedException.Fault;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.RedactedException;
import org.millrace.bulk.chunk.TransactionalWriter;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.DatabaseFaults;
import org.millrace.server.DaemonThreads;
import org.millrace.server.Database;
import org.millrace.server.OpenTransaction;
import org.millrace.server.Transactions;
import org.millrace.server.UserEntities;
import org.millrace.server.caller.InactiveCallerException;

/**
 * Writes all chunks of a dry run in one transaction that is rolled back at its end, so that records see the results of earlier
 * ones. It has a thread of its own, because a transaction is bound to its thread. The transaction is rolled back early if the database rejects a
 * chunk. Its row locks are two more reasons: it has waited for chunks longer than it has worked, or, from PostgreSQL 14 on, another connection
 * has waited for a lock. The next chunk begins a new transaction, in which the earlier chunks are written again. Thread-safe; to be closed.
 */
public final class DryRunWriter implements TransactionalWriter, AutoCloseable {
    private static final Logger LOG = Logger.getLogger(DryRunWriter.class);

    /** How long a transaction may wait for chunks if no other connection waits for its locks. */
    private static final Duration MIN_PATIENCE = Duration.ofSeconds(5);

    /** How often a new transaction is tried before the dry run ends: calls that waited for a lock may commit during the first attempt. */
    private static final int ATTEMPTS = 2;

    private static final Violation ENDED =
            new Violation("dry-run-ended", null, "The dry run ended before this record", true);

    private final Transactions transactions;
    private final Database database;
    private final LockWaits lockWaits;
    private final String realmId;
    private final ModelChunk records;
    private final long maxBytes;
    /** Chunks that a new transaction begins with. */
    private final List<Chunk> done = new ArrayList<>();

    private final ScheduledThreadPoolExecutor thread;
    private final LongSupplier nanoTime;
    private @Nullable OpenTransaction transaction;
    /** Set once a record of the dry run has disabled or deleted the caller: later chunks are not written. */
    private @Nullable InactiveCallerException inactive;

    private boolean ended;
    private @Nullable Future<?> timeout;
    private long waitingSince;
    private long waitedNanos;
    private long workedNanos;
    private long bytes;

    /**
     * A dry run of one import.
     *
     * @param maxBytes memory for what would have to be written once more
     */
    public DryRunWriter(
            Transactions transactions, Database database, String realmId, ModelChunk records, long maxBytes) {
        this(
                transactions,
                database,
                new LockWaits(database::blocksOtherConnections, realmId),
                realmId,
                records,
                maxBytes,
                new ScheduledThreadPoolExecutor(1, DaemonThreads.named("millrace-dry-run")),
                System::nanoTime);
    }

    DryRunWriter(
            Transactions transactions,
            Database database,
            LockWaits lockWaits,
            String realmId,
            ModelChunk records,
            long maxBytes,
            ScheduledThreadPoolExecutor thread,
            LongSupplier nanoTime) {
        this.transactions = transactions;
        this.database = database;
        this.lockWaits = lockWaits;
        this.realmId = realmId;
        this.records = records;
        this.maxBytes = maxBytes;
        this.thread = thread;
        this.thread.setRemoveOnCancelPolicy(true);
        this.nanoTime = nanoTime;
    }

    /** Adds a predicted chunk that each new transaction then begins with. Not thread-safe: only before the first {@link #write}. */
    public void keep(Chunk chunk) {
        bytes += chunk.entries().stream().mapToLong(Entry::bytes).sum();
        if (bytes <= maxBytes) {
            done.add(chunk);
        } else {
            done.clear();
        }
    }

    @Override
    public List<Outcome> write(Chunk chunk, ChunkCommit commit) throws ChunkFailedException {
        try {
            return thread.submit(() -> next(chunk)).get();
        } catch (RejectedExecutionException e) {
            throw ended(Fault.DATABASE, e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ChunkFailedException failure) {
                throw failure;
            }
            if (e.getCause() instanceof InactiveCallerException inactive) {
                throw inactive;
            }
            throw new IllegalStateException("a dry run failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted in a dry run", e);
        }
    }

    private static ChunkFailedException ended(Fault fault, Exception cause) {
        return new ChunkFailedException(fault, ENDED, cause);
    }

    private List<Outcome> next(Chunk chunk) throws ChunkFailedException {
        if (inactive != null) {
            throw inactive;
        }
        long start = nanoTime.getAsLong();
        endWaiting(start);
        try {
            return predict(chunk);
        } catch (LinkageError | StackOverflowError e) {
            rollBack();
            throw new IllegalStateException("chunks of realm " + realmId + " cannot be written", e);
        } finally {
            beginWaiting(start, nanoTime.getAsLong());
        }
    }

    private void beginWaiting(long start, long now) {
        if (transaction == null) {
            return;
        }
        workedNanos += now - start;
        waitingSince = now;
        try {
            timeout = thread.scheduleWithFixedDelay(this::checkWaiting, 1, 1, TimeUnit.SECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("The dry run was closed meanwhile, and is rolled back", e);
        }
    }

    private void checkWaiting() {
        long waited = waitedNanos + nanoTime.getAsLong() - waitingSince;
        if (lockWaits.requireRollback() || waited >= Math.max(MIN_PATIENCE.toNanos(), workedNanos)) {
            abandon();
        }
    }

    private void endWaiting(long now) {
        if (timeout != null) {
            timeout.cancel(false);
            timeout = null;
            waitedNanos += now - waitingSince;
        }
    }

    private List<Outcome> predict(Chunk chunk) throws ChunkFailedException {
        if (transaction == null && hasEnded()) {
            return Outcomes.ofEach(chunk, item -> Outcomes.failed(item, ENDED));
        }
        try {
            List<Outcome> outcomes = write(chunk, transaction());
            keep(chunk);
            if (lockWaits.requireRollback()) {
                abandon();
            }
            return outcomes;
        } catch (InactiveCallerException e) {
            inactive = e;
            rollBack();
            throw e;
        } catch (RuntimeException e) {
            rollBack();
            throw DatabaseFaults.chunkFailure(e, List.of());
        }
    }

    /** Whether no transaction can begin with the earlier chunks any more. */
    private boolean hasEnded() {
        if (!ended && (bytes > maxBytes || lockWaits.endDryRun())) {
            ended = true;
            LOG.infof(
                    "A dry run in realm %s ended early: earlier records exceed max-dry-run-bytes, or other connections waited for its locks again",
                    realmId);
        }
        return ended;
    }

    /** Flushes, because other chunks are written with SQL and must find what the model has changed. Models of users are not valid after it. */
    private List<Outcome> write(Chunk chunk, OpenTransaction open) {
        List<Outcome> outcomes = records.write(chunk, open.session(), open.realm());
        UserEntities.flushAndDetach(open.session());
        return outcomes;
    }

    private OpenTransaction transaction() throws ChunkFailedException {
        if (transaction != null) {
            return transaction;
        }
        for (int attempt = 1; ; attempt++) {
            try {
                return begin();
            } catch (ChunkFailedException e) {
                if (e.fault() != Fault.RECORD) {
                    throw e;
                }
                if (attempt == ATTEMPTS) {
                    // They were possible then: the database has changed since, or other connections need the locks.
                    ended = true;
                    throw ended(Fault.DATABASE, e);
                }
            }
        }
    }

    /** Begins a transaction, and writes the earlier chunks in it. */
    private OpenTransaction begin() throws ChunkFailedException {
        try {
            OpenTransaction open = transactions.open(realmId);
            transaction = open;
            database.lookUpByIndex();
            for (Chunk earlier : done) {
                if (thread.isShutdown()) {
                    throw ended(Fault.DATABASE, new IllegalStateException("the dry run was closed"));
                }
                write(earlier, open);
                if (lockWaits.requireRollback()) {
                    abandon();
                    throw ended(Fault.RECORD, new IllegalStateException("other connections wait for its locks"));
                }
            }
            return open;
        } catch (RuntimeException e) {
            rollBack();
            throw DatabaseFaults.chunkFailure(e, List.of());
        }
    }

    /** Rolls back between two chunks. */
    private void abandon() {
        try {
            rollBack();
        } catch (RuntimeException e) {
            LOG.warn("The transaction of a dry run could not be rolled back", RedactedException.of(e));
        }
    }

    private void rollBack() {
        endWaiting(waitingSince);
        waitedNanos = 0;
        workedNanos = 0;
        if (transaction != null) {
            OpenTransaction open = transaction;
            transaction = null;
            open.close();
        }
    }

    /** Rolls everything back. */
    @Override
    public void close() {
        thread.execute(this::abandon);
        thread.shutdown();
    }
}
