package org.millrace.bulk.entity.clientscope;

import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.models.utils.RepresentationToModel;
import org.keycloak.representations.idm.ClientScopeRepresentation;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.MaskedSecrets;
import org.millrace.bulk.writer.model.RejectionMapping;

/** Creates one client scope, as {@code POST /client-scopes} does. */
final class ClientScopeCreation {
    private final ChunkSession within;
    private final ValidationResult result;

    ClientScopeCreation(ChunkSession within, ValidationResult result) {
        this.within = within;
        this.result = result;
    }

    /** @param wanted the record's client scope; is changed */
    Outcome write(ClientScopeRecord item, ClientScopeRepresentation wanted) {
        MaskedSecrets.unmask(wanted.getProtocolMappers(), null, result);
        ClientScopeCheck check = new ClientScopeCheck(within, result);
        within.checkNewId("client scope", "id", "client_scope", wanted.getId(), result);
        check.values(wanted, null);
        if (result.isRejected()) {
            return Outcomes.rejected(item, result.problems());
        }
        String id = RejectionMapping.orPartialWrite(() -> {
            check.addDefaults(wanted);
            ClientScopeModel created = RepresentationToModel.createClientScope(within.realm(), wanted);
            within.tell(
                    OperationType.CREATE, ResourceType.CLIENT_SCOPE, () -> wanted, "client-scopes", created.getId());
            return created.getId();
        });
        return new Outcome.Created(item.position(), item.key(), id, result.warnings());
    }
}
