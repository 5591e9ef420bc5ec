package org.millrace.bulk.entity.user;

import java.util.List;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.ChunkCommit;
import org.millrace.bulk.chunk.ChunkFailedException;
import org.millrace.bulk.chunk.TransactionalWriter;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.writer.model.DryRunWriter;

/**
 * The dry run of an import of users. From the first deletion on, all chunks share one transaction, so that later records find the deleted
 * users gone; the chunks before it are written again in that transaction first. Thread-safe, but a chunk of deletions must not be written
 * together with another one, as no import does; to be closed.
 */
final class DryRunWithDeletions implements TransactionalWriter, AutoCloseable {
    private final TransactionalWriter writer;
    private final DryRunWriter inOneTransaction;
    private boolean deleting;

    /**
     * A dry run of one import.
     *
     * @param writer rolls back each chunk separately, and takes no deletions
     * @param inOneTransaction the writer of all chunks from the first deletion on
     */
    DryRunWithDeletions(TransactionalWriter writer, DryRunWriter inOneTransaction) {
        this.writer = writer;
        this.inOneTransaction = inOneTransaction;
    }

    @Override
    public List<Outcome> write(Chunk chunk, ChunkCommit commit) throws ChunkFailedException {
        if (isDeleting(chunk)) {
            return inOneTransaction.write(chunk, commit);
        }
        List<Outcome> outcomes = writer.write(chunk, commit);
        keep(chunk);
        return outcomes;
    }

    private synchronized boolean isDeleting(Chunk chunk) {
        deleting |= chunk.isDeletion();
        return deleting;
    }

    private synchronized void keep(Chunk chunk) {
        inOneTransaction.keep(chunk);
    }

    @Override
    public void close() {
        inOneTransaction.close();
    }
}
