package org.millrace.bulk.entity.clientscope;

import java.util.Comparator;
import java.util.List;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.models.utils.ModelToRepresentation;
import org.keycloak.representations.idm.ClientScopeRepresentation;
import org.keycloak.representations.idm.ProtocolMapperRepresentation;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.StateJson;

/** The state of a client scope as a record that restores it. */
public final class ClientScopeState {
    private ClientScopeState() {}

    /** The record of a client scope with its protocol mappers, without its scope mappings. */
    public static String of(ChunkSession in, String id) {
        ClientScopeModel scope = in.realm().getClientScopeById(id);
        if (scope == null) {
            return StateJson.ABSENT;
        }
        ClientScopeRepresentation record = ModelToRepresentation.toRepresentation(scope);
        List<ProtocolMapperRepresentation> mappers = record.getProtocolMappers();
        if (mappers != null) {
            record.setProtocolMappers(mappers.stream()
                    .sorted(Comparator.comparing(ProtocolMapperRepresentation::getId))
                    .toList());
        }
        return StateJson.text(record);
    }

    /** Whether the caller may change a client scope; false if it does not exist. */
    public static boolean mayChange(ChunkSession in, String id) {
        return in.realm().getClientScopeById(id) != null
                && in.permissions().clients().canManageClientScopes();
    }
}
