package org.millrace.bulk.writer.model;

import java.util.List;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.Outcome;
import org.millrace.bulk.writer.PartialWriteException;

/** Writes the records of one chunk through Keycloak's model, inside the caller's transaction. */
@FunctionalInterface
public interface ModelChunk {
    /**
     * Writes all of a chunk that can be written. A record is checked as a whole before anything of it is written, so that a
     * rejected one leaves nothing behind.
     *
     * @return an outcome for each entry, in order
     * @throws PartialWriteException if a record turned out to be unwritable after some of it was written
     * @throws RuntimeException what the database says; the chunk is rolled back then, and tried again by halves
     */
    List<Outcome> write(Chunk chunk, KeycloakSession session, RealmModel realm);
}
