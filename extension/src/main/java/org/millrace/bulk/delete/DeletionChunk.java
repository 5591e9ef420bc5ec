package org.millrace.bulk.delete;

import java.util.List;
import java.util.function.Function;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.record.DeletionRecord;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.ModelChunk;
import org.millrace.bulk.writer.model.ModelScope;

/** Deletes the entities of a chunk one after the other through Keycloak's model. Thread-safe. */
public final class DeletionChunk implements ModelChunk {
    private final ModelScope scope;
    private final boolean dryRun;
    private final Deletion deletion;

    /**
     * Writes chunks that delete.
     *
     * @param dryRun whether the transaction is rolled back
     * @param deletion of the type of the records
     */
    public DeletionChunk(ModelScope scope, boolean dryRun, Deletion deletion) {
        this.scope = scope;
        this.dryRun = dryRun;
        this.deletion = deletion;
    }

    /** Writes chunks of both kinds: those that delete, and others. */
    public static ModelChunk or(ModelChunk deletion, ModelChunk other) {
        return (chunk, session, realm) -> (chunk.isDeletion() ? deletion : other).write(chunk, session, realm);
    }

    @Override
    public List<Outcome> write(Chunk chunk, KeycloakSession session, RealmModel realm) {
        ChunkSession in = new ChunkSession(scope, session, realm);
        Function<ImportRecord, Outcome> delete = deletion.in(
                new DeletionSession(in, new UserRemoval(session, realm, dryRun), new AdministratorProtection(in)));
        List<Outcome> outcomes = Outcomes.ofEach(chunk, item -> delete.apply(((DeletionRecord) item).named()));
        in.fireEvents();
        return outcomes;
    }
}
