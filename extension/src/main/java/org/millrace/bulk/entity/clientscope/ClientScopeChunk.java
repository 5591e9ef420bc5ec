package org.millrace.bulk.entity.clientscope;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.models.RealmModel;
import org.keycloak.representations.idm.ClientScopeRepresentation;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.OnConflict;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.ClientScopeNames;
import org.millrace.bulk.writer.model.Representations;

/** Writes client scopes as {@code POST /client-scopes}, {@code PUT} and the calls for protocol mappers leave them. */
final class ClientScopeChunk {
    private ClientScopeChunk() {}

    static Outcome write(ClientScopeRecord item, ChunkSession within) {
        if (!within.permissions().clients().canManageClientScopes()) {
            return Outcomes.rejected(item, List.of(forbidden()));
        }
        ValidationResult result = new ValidationResult(within.validation(), item.warnings());
        ClientScopeRepresentation wanted = Representations.copy(item.scope(), ClientScopeRepresentation.class);
        ClientScopeModel stored = stored(wanted, within.realm());
        if (stored == null) {
            return new ClientScopeCreation(within, result).write(item, wanted);
        }
        OnConflict onConflict = within.onConflict();
        boolean mayView = within.permissions().clients().canView(stored);
        if (!mayView && (onConflict == OnConflict.SKIP || onConflict == OnConflict.REPLACE)) {
            return Outcomes.rejected(item, List.of(forbidden()));
        }
        return switch (onConflict) {
            case FAIL -> Outcomes.rejected(item, List.of(exists(wanted, stored)));
            case SKIP -> new Outcome.Unchanged(item.position(), item.key(), stored.getId(), result.warnings());
            default -> new ClientScopeRevision(within, result).write(item, wanted, stored);
        };
    }

    private static Violation forbidden() {
        return Violation.of("forbidden-client-scope", null, "You may not create or change this client scope");
    }

    private static @Nullable ClientScopeModel stored(ClientScopeRepresentation wanted, RealmModel realm) {
        ClientScopeModel byId = wanted.getId() == null ? null : realm.getClientScopeById(wanted.getId());
        return byId == null && wanted.getName() != null ? ClientScopeNames.find(wanted.getName(), realm) : byId;
    }

    private static Violation exists(ClientScopeRepresentation wanted, ClientScopeModel stored) {
        return stored.getId().equals(wanted.getId())
                ? Violation.of("id-exists", "id", "Client scope with id \"" + wanted.getId() + "\" already exists")
                : Violation.of(
                        "client-scope-exists", "name", "Client scope \"" + wanted.getName() + "\" already exists");
    }
}
