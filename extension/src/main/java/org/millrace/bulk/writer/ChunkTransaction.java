package org.millrace.bulk.writer;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.millrace.bulk.chunk.ChunkFailure;
import org.millrace.bulk.chunk.Outcome;
import org.millrace.server.Transactions;

/** The transaction of a chunk. If it fails, it says whether anything may have been committed all the same. */
public final class ChunkTransaction {
    private final Transactions transactions;
    private final String realmId;
    private final boolean rehearsal;

    /** @param rehearsal whether all is rolled back */
    public ChunkTransaction(Transactions transactions, String realmId, boolean rehearsal) {
        this.transactions = transactions;
        this.realmId = realmId;
        this.rehearsal = rehearsal;
    }

    /**
     * Runs a task in a new session and transaction, and commits.
     *
     * @throws ChunkFailure if the database refuses the task or the commit
     * @throws RuntimeException what else the task threw; nothing is committed then
     */
    public List<Outcome> run(BiFunction<KeycloakSession, RealmModel, List<Outcome>> task) throws ChunkFailure {
        List<Outcome> done = new ArrayList<>(0);
        try {
            return transactions.inRealm(realmId, rehearsal, (session, realm) -> {
                List<Outcome> outcomes = task.apply(session, realm);
                done.addAll(outcomes);
                return outcomes;
            });
        } catch (RuntimeException e) {
            if (rehearsal && !done.isEmpty()) {
                // Without a rollback there is none the less no commit.
                return done;
            }
            throw DatabaseFaults.chunkFailure(e, done);
        }
    }
}
