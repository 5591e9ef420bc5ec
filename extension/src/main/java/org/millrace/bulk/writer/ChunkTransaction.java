package org.millrace.bulk.writer;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.millrace.bulk.chunk.ChunkCommit;
import org.millrace.bulk.chunk.ChunkFailedException;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.undo.BeforeImages;
import org.millrace.server.Database;
import org.millrace.server.JpaSession;
import org.millrace.server.Transactions;

/** The transaction of a chunk. A failure states whether a part may have been committed. */
public final class ChunkTransaction {
    private final Transactions transactions;
    private final Database database;
    private final String realmId;
    private final boolean dryRun;

    /** @param dryRun whether this is a dry run, whose transaction is rolled back */
    public ChunkTransaction(Transactions transactions, Database database, String realmId, boolean dryRun) {
        this.transactions = transactions;
        this.database = database;
        this.realmId = realmId;
        this.dryRun = dryRun;
    }

    /** Writes a chunk in a session. */
    @FunctionalInterface
    public interface Task {
        /**
         * Writes it.
         *
         * @param references receives references of the new rows without a foreign key
         * @return an outcome for each entry, in order
         */
        List<Outcome> write(KeycloakSession session, RealmModel realm, ReferencedRows references);
    }

    /**
     * Runs a task in a new session and transaction, and commits.
     *
     * @param commit further work of the same transaction; skipped in a dry run
     * @throws ChunkFailedException if the database rejects the task or the commit
     * @throws RuntimeException any other failure of the task; nothing is committed
     */
    public List<Outcome> run(ChunkCommit commit, Task task) throws ChunkFailedException {
        AuditLog audit = new AuditLog();
        List<Outcome> outcomes;
        try {
            outcomes = transact(commit, task, audit);
        } catch (ChunkFailedException e) {
            if (!dryRun && !e.claims().isEmpty()) {
                audit.write(false);
            }
            throw e;
        }
        if (!dryRun) {
            audit.write(true);
        }
        database.keepStatistics();
        return outcomes;
    }

    private List<Outcome> transact(ChunkCommit commit, Task task, AuditLog audit) throws ChunkFailedException {
        List<Outcome> done = new ArrayList<>(0);
        try {
            return transactions.inRealm(realmId, dryRun, (session, realm) -> {
                database.lookUpByIndex();
                join(commit::begun);
                ReferencedRows references = new ReferencedRows();
                references.attachTo(session);
                if (!dryRun) {
                    audit.attachTo(session);
                }
                Optional<BeforeImages> images = dryRun ? Optional.empty() : commit.images();
                images.ifPresent(each -> each.begin(session));
                List<Outcome> outcomes = task.write(session, realm, references);
                images.ifPresent(each -> {
                    each.finish();
                    // The states of created entities are read with SQL.
                    JpaSession.flush(session);
                });
                references.foreignKeyChecks().ifPresent(commit::foreignKeysChecked);
                join(connection -> commit.written(connection, outcomes));
                join(connection -> references.lock(connection, database, realmId));
                done.addAll(outcomes);
                return outcomes;
            });
        } catch (RuntimeException e) {
            if (dryRun && !done.isEmpty()) {
                // Without a rollback there is none the less no commit.
                return done;
            }
            throw DatabaseFaults.chunkFailure(e, done);
        } catch (LinkageError | StackOverflowError e) {
            // Keycloak has another interface than Millrace was built for, or follows a cycle in the realm's data.
            throw DatabaseFaults.chunkFailure(
                    new IllegalStateException("a chunk of realm " + realmId + " cannot be written", e), done);
        }
    }

    @FunctionalInterface
    private interface Joining {
        void run(Connection connection) throws SQLException;
    }

    /** Inside the session's transaction the pool returns the connection that the session uses. */
    private void join(Joining joining) {
        if (dryRun) {
            return;
        }
        try (Connection connection = database.connection()) {
            joining.run(connection);
        } catch (SQLException e) {
            throw new IllegalStateException("the database refused what goes with the chunk", e);
        }
    }
}
