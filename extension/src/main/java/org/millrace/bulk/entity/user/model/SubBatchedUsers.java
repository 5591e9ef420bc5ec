package org.millrace.bulk.entity.user.model;

import java.util.ArrayList;
import java.util.List;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.writer.model.ModelChunk;
import org.millrace.server.UserEntities;

/**
 * Writes the users of a chunk in sub-batches, and detaches the users of each from the persistence context before the next. For transactions that
 * are rolled back. Thread-safe if the wrapped chunk is.
 */
public final class SubBatchedUsers implements ModelChunk {
    /** Records of a sub-batch. A smaller one repeats the preparation of a chunk more often; a larger one makes dirty checking slower. */
    private static final int SIZE = 50;

    private final ModelChunk users;

    /**
     * Writes users of one transaction.
     *
     * @param users writes a sub-batch
     */
    public SubBatchedUsers(ModelChunk users) {
        this.users = users;
    }

    @Override
    public List<Outcome> write(Chunk chunk, KeycloakSession session, RealmModel realm) {
        UserEntities.makeDetachable(session, realm);
        List<Outcome> outcomes = new ArrayList<>(chunk.size());
        for (int from = 0; from < chunk.size(); from += SIZE) {
            if (from > 0) {
                UserEntities.flushAndDetach(session);
            }
            List<Entry> entries = chunk.entries().subList(from, Math.min(from + SIZE, chunk.size()));
            long problems = chunk.maxProblems() - Outcomes.problems(outcomes);
            outcomes.addAll(users.write(new Chunk(entries, problems), session, realm));
        }
        return outcomes;
    }
}
