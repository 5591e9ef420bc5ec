package org.millrace.bulk.writer.model;

import java.util.List;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.writer.PartialWriteException;

/** Writes the records of one chunk through Keycloak's model, inside the caller's transaction. */
@FunctionalInterface
public interface ModelChunk {
    /**
     * Writes all valid records of a chunk. A record is validated before any write, so that a rejected one leaves no rows.
     *
     * @return an outcome for each entry, in order
     * @throws PartialWriteException if a record was rejected after a part of it was written
     * @throws RuntimeException a database error; the chunk is then rolled back and retried by halves
     */
    List<Outcome> write(Chunk chunk, KeycloakSession session, RealmModel realm);
}
