package org.millrace.bulk.writer.model;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.ChunkCommit;
import org.millrace.bulk.chunk.ChunkFailure;
import org.millrace.bulk.chunk.Outcome;
import org.millrace.bulk.chunk.TransactionalWriter;
import org.millrace.bulk.writer.ChunkTransaction;
import org.millrace.bulk.writer.ImportScope;
import org.millrace.server.Database;
import org.millrace.server.Transactions;

/**
 * Writes chunks through Keycloak's model, one after the other where records build on one another, as groups on their parents. Safe
 * for any thread.
 */
public final class ModelEntityWriter implements TransactionalWriter {
    private final ChunkTransaction transaction;
    private final ModelChunk records;
    private final boolean changing;
    private final ReentrantLock turn = new ReentrantLock(true);

    /** Writes records of one import. */
    public ModelEntityWriter(Transactions transactions, Database database, ImportScope scope, ModelChunk records) {
        this.transaction = new ChunkTransaction(transactions, database, scope.realmId(), false);
        this.changing = scope.onConflict().isChanging();
        this.records = records;
    }

    @Override
    public List<Outcome> write(Chunk chunk, ChunkCommit commit) throws ChunkFailure {
        if (chunk.isIndependent(changing)) {
            return run(chunk, commit);
        }
        turn.lock();
        try {
            return run(chunk, commit);
        } finally {
            turn.unlock();
        }
    }

    private List<Outcome> run(Chunk chunk, ChunkCommit commit) throws ChunkFailure {
        return transaction.run(commit, (session, realm) -> records.write(chunk, session, realm));
    }
}
