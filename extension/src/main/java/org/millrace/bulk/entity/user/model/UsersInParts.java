package org.millrace.bulk.entity.user.model;

import java.util.ArrayList;
import java.util.List;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.writer.model.ModelChunk;
import org.millrace.server.UserEntities;

/**
 * Writes the users of a chunk in parts, and detaches those of each part from the JPA session: with 1,000 users in it, a query takes many
 * times as long as with 50.
 */
public final class UsersInParts implements ModelChunk {
    private static final int PART = 50;

    private final ModelChunk users;

    /**
     * Writes users of one transaction.
     *
     * @param users writes the users of a part
     */
    public UsersInParts(ModelChunk users) {
        this.users = users;
    }

    @Override
    public List<Outcome> write(Chunk chunk, KeycloakSession session, RealmModel realm) {
        List<Outcome> outcomes = new ArrayList<>(chunk.size());
        for (int from = 0; from < chunk.size(); from += PART) {
            int to = Math.min(from + PART, chunk.size());
            Chunk part =
                    new Chunk(chunk.entries().subList(from, to), chunk.maxProblems() - Outcomes.problems(outcomes));
            outcomes.addAll(users.write(part, session, realm));
            UserEntities.detach(session, realm);
        }
        return outcomes;
    }
}
