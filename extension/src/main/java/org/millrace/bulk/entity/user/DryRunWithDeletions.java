package org.millrace.bulk.entity.user;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.ChunkCommit;
import org.millrace.bulk.chunk.ChunkFailedException;
import org.millrace.bulk.chunk.TransactionalWriter;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.writer.model.DryRunWriter;

/**
 * The dry run of an import of users. From the first deletion on, all chunks share one transaction, so that later records find the deleted
 * users gone; the chunks before it are written again in that transaction first. Safe for any thread; to be closed.
 */
final class DryRunWithDeletions implements TransactionalWriter, AutoCloseable {
    private final TransactionalWriter writer;
    private final Supplier<DryRunWriter> inOneTransaction;
    private final long maxBytes;
    private final List<Chunk> earlier = new ArrayList<>();
    private long bytes;
    private @Nullable DryRunWriter deleting;
    /** Why the earlier chunks cannot be written again: later ones would not find users deleted. */
    private @Nullable ChunkFailedException ended;

    /**
     * A dry run of one import.
     *
     * @param writer rolls back each chunk separately, and takes no deletions
     * @param inOneTransaction makes the writer of all chunks from the first deletion on
     * @param maxBytes memory for the chunks before the first deletion; more of them are not written again
     */
    DryRunWithDeletions(TransactionalWriter writer, Supplier<DryRunWriter> inOneTransaction, long maxBytes) {
        this.writer = writer;
        this.inOneTransaction = inOneTransaction;
        this.maxBytes = maxBytes;
    }

    @Override
    public List<Outcome> write(Chunk chunk, ChunkCommit commit) throws ChunkFailedException {
        throwIfEnded();
        DryRunWriter shared = chunk.isDeletion() ? begin(commit) : begun();
        if (shared != null) {
            return shared.write(chunk, commit);
        }
        List<Outcome> outcomes = writer.write(chunk, commit);
        keep(chunk);
        return outcomes;
    }

    private synchronized void throwIfEnded() throws ChunkFailedException {
        if (ended != null) {
            throw ended;
        }
    }

    private synchronized @Nullable DryRunWriter begun() {
        return deleting;
    }

    private synchronized void keep(Chunk chunk) {
        bytes += chunk.entries().stream().mapToLong(Entry::bytes).sum();
        if (bytes <= maxBytes) {
            earlier.add(chunk);
        }
    }

    private synchronized DryRunWriter begin(ChunkCommit commit) throws ChunkFailedException {
        if (deleting == null) {
            DryRunWriter shared = inOneTransaction.get();
            try {
                for (Chunk chunk : earlier) {
                    shared.write(chunk, commit);
                }
            } catch (ChunkFailedException e) {
                shared.close();
                ended = e.fault() == ChunkFailedException.Fault.DATABASE ? e : null;
                throw e;
            } catch (RuntimeException e) {
                shared.close();
                throw e;
            }
            deleting = shared;
            earlier.clear();
        }
        return deleting;
    }

    @Override
    public synchronized void close() {
        if (deleting != null) {
            deleting.close();
        }
    }
}
