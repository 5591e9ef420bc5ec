package org.millrace.bulk.entity.user.delete;

import java.util.List;
import java.util.Optional;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.delete.AdministratorProtection;
import org.millrace.bulk.delete.UserRemoval;
import org.millrace.bulk.record.DeletionRecord;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.EntityEvents;
import org.millrace.bulk.writer.model.ModelChunk;
import org.millrace.bulk.writer.model.ModelScope;

/** Deletes the users of a chunk: on PostgreSQL as rows where that is possible, else one after the other through Keycloak's model. Thread-safe. */
public final class UserDeletionChunk implements ModelChunk {
    private final ModelScope scope;
    private final boolean dryRun;

    /**
     * Writes chunks that delete users.
     *
     * @param dryRun whether the transaction is rolled back
     */
    public UserDeletionChunk(ModelScope scope, boolean dryRun) {
        this.scope = scope;
        this.dryRun = dryRun;
    }

    @Override
    public List<Outcome> write(Chunk chunk, KeycloakSession session, RealmModel realm) {
        ChunkSession in = new ChunkSession(scope, session, realm);
        AdministratorProtection protection = new AdministratorProtection(in);
        UserDeletion model = new UserDeletion(in, new UserRemoval(session, realm, dryRun), protection);
        // Without a dry run and without events: only the model predicts the next records, and only it has what an event
        // shows.
        Optional<UserRowDeletion> rows = dryRun || scope.events() != EntityEvents.NONE
                ? Optional.empty()
                : UserRowDeletion.of(chunk, in, model, protection);
        if (rows.isPresent()) {
            return delete(chunk, rows.get());
        }
        List<Outcome> outcomes = Outcomes.ofEach(chunk, item -> model.delete(user(item)));
        in.fireEvents();
        return outcomes;
    }

    private static List<Outcome> delete(Chunk chunk, UserRowDeletion rows) {
        List<Outcome> outcomes = Outcomes.ofEach(chunk, item -> rows.delete(user(item)));
        rows.removeRows();
        return outcomes;
    }

    private static UserRecord user(ImportRecord item) {
        return (UserRecord) ((DeletionRecord) item).named();
    }
}
