package org.millrace.bulk.entity.client;

import java.util.List;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleContainerModel;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.Outcome;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.record.DefaultRolesRecord;
import org.millrace.bulk.record.Violation;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.ModelChunk;
import org.millrace.bulk.writer.model.ModelScope;
import org.millrace.bulk.writer.model.RejectionMapping;

/** Writes the default roles of old exports. They are added in every conflict mode, as on import of a realm. */
public final class DefaultRolesChunk implements ModelChunk {
    private final ModelScope scope;

    public DefaultRolesChunk(ModelScope scope) {
        this.scope = scope;
    }

    @Override
    public List<Outcome> write(Chunk chunk, KeycloakSession session, RealmModel realm) {
        ChunkSession within = new ChunkSession(scope, session, realm);
        List<Outcome> outcomes = Outcomes.ofEach(chunk, item -> write((DefaultRolesRecord) item, within));
        within.fireEvents();
        return outcomes;
    }

    private static Outcome write(DefaultRolesRecord item, ChunkSession within) {
        RealmModel realm = within.realm();
        String clientId = item.clientId();
        RoleContainerModel container = clientId == null ? realm : realm.getClientByClientId(clientId);
        if (container == null) {
            String detail = "Client \"" + clientId + "\" does not exist in realm \"" + realm.getName() + "\"";
            return Outcomes.rejected(item, List.of(Violation.of("unknown-client", "clientId", detail)));
        }
        DefaultRoleUpdate roles = new DefaultRoleUpdate(within);
        ValidationResult result = new ValidationResult(within.validation(), item.warnings());
        roles.check(container, item.roles(), result);
        if (result.isRejected()) {
            return Outcomes.rejected(item, result.problems());
        }
        boolean changed = RejectionMapping.orPartialWrite(() -> roles.add(container, item.roles()));
        String id = realm.getDefaultRole().getId();
        return changed
                ? new Outcome.Updated(item.position(), item.key(), id, result.warnings())
                : new Outcome.Unchanged(item.position(), item.key(), id, result.warnings());
    }
}
