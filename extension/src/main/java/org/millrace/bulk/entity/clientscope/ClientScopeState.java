package org.millrace.bulk.entity.clientscope;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.models.utils.ModelToRepresentation;
import org.keycloak.representations.idm.ClientScopeRepresentation;
import org.keycloak.representations.idm.ProtocolMapperRepresentation;
import org.keycloak.services.resources.admin.fgap.ClientPermissionEvaluator;
import org.millrace.bulk.entity.RestorableEntity;
import org.millrace.bulk.undo.EntityRows;
import org.millrace.bulk.undo.EntityTable;
import org.millrace.bulk.undo.StateParts.PartKey;
import org.millrace.bulk.undo.StateParts.Reader;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.StateJson;

/** The state of a client scope as a record that restores it. */
public final class ClientScopeState extends RestorableEntity {
    private static final EntityTable TABLE = new EntityTable("client_scope");

    /** A client scope with its protocol mappers and scope mappings. */
    private static final EntityRows ROWS = new EntityRows(
            TABLE,
            EntityRows.part("t.*", "{client_scope} t", "t.id"),
            EntityRows.part("t.*", "{client_scope_attributes} t", "t.scope_id"),
            EntityRows.part("t.name, t.protocol, t.protocol_mapper_name", "{protocol_mapper} t", "t.client_scope_id"),
            EntityRows.part(
                    "m.name AS mapper, t.name, t.value",
                    "{protocol_mapper_config} t JOIN {protocol_mapper} m ON m.id = t.protocol_mapper_id",
                    "m.client_scope_id"),
            EntityRows.apart("t.*", "{client_scope_role_mapping} t", "t.scope_id"));

    ClientScopeState() {
        super("client-scope", TABLE);
    }

    @Override
    public Map<PartKey, String> states(ChunkSession in, List<PartKey> keys) {
        return Reader.ofEach(key -> of(in, key.id())).states(keys);
    }

    @Override
    public Optional<EntityRows> rows() {
        return Optional.of(ROWS);
    }

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

    @Override
    public boolean mayChange(ChunkSession in, String id) {
        return mayViewAndManage(in, in.realm().getClientScopeById(id));
    }

    /**
     * Whether the caller may view and change a client scope.
     *
     * @param scope null if it does not exist
     */
    static boolean mayViewAndManage(ChunkSession in, @Nullable ClientScopeModel scope) {
        ClientPermissionEvaluator clients = in.permissions().clients();
        return scope != null && clients.canManageClientScopes() && clients.canView(scope);
    }
}
