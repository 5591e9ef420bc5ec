package org.millrace.bulk.writer.model;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.keycloak.models.KeycloakSession;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.ChunkCommit;
import org.millrace.bulk.chunk.ChunkFailedException;
import org.millrace.bulk.chunk.TransactionalWriter;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.writer.ChunkTransaction;
import org.millrace.bulk.writer.ImportScope;
import org.millrace.bulk.writer.ReferencedRows;
import org.millrace.bulk.writer.RowReferences;
import org.millrace.server.Database;
import org.millrace.server.JpaSession;
import org.millrace.server.Transactions;

/**
 * Writes chunks through Keycloak's model, one after the other where records depend on one another, as groups on their parents.
 * Thread-safe.
 */
public final class ModelEntityWriter implements TransactionalWriter {
    private final ChunkTransaction transaction;
    private final Database database;
    private final RowReferences rows;
    private final ModelChunk records;
    private final boolean changing;
    private final ReentrantLock turn = new ReentrantLock(true);

    /**
     * Writes records of one import.
     *
     * @param table the table of the entity, in lower case
     */
    public ModelEntityWriter(
            Transactions transactions, Database database, ImportScope scope, String table, ModelChunk records) {
        this.database = database;
        this.rows = new RowReferences(database, table);
        this.transaction = new ChunkTransaction(transactions, database, scope.realmId(), false);
        this.changing = scope.onConflict().isChanging();
        this.records = records;
    }

    @Override
    public List<Outcome> write(Chunk chunk, ChunkCommit commit) throws ChunkFailedException {
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

    private List<Outcome> run(Chunk chunk, ChunkCommit commit) throws ChunkFailedException {
        return transaction.run(commit, (session, realm, referenced) -> {
            List<Outcome> outcomes = records.write(chunk, session, realm);
            refer(outcomes, session, referenced);
            return outcomes;
        });
    }

    private void refer(List<Outcome> outcomes, KeycloakSession session, ReferencedRows referenced) {
        Set<String> created = new HashSet<>();
        Set<String> updated = new HashSet<>();
        for (Outcome outcome : outcomes) {
            if (outcome instanceof Outcome.Created one) {
                created.add(one.id());
            } else if (outcome instanceof Outcome.Updated one) {
                updated.add(one.id());
            }
        }
        if (created.isEmpty() && updated.isEmpty()) {
            return;
        }
        JpaSession.flush(session);
        try (Connection connection = database.connection()) {
            rows.add(referenced, created, updated, connection);
        } catch (SQLException e) {
            throw new IllegalStateException("the database does not return what a chunk refers to", e);
        }
    }
}
