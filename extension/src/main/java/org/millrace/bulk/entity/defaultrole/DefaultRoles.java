package org.millrace.bulk.entity.defaultrole;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.keycloak.representations.idm.ClientRepresentation;
import org.millrace.bulk.entity.ModelType;
import org.millrace.bulk.entity.client.Clients;
import org.millrace.bulk.entity.role.Roles;
import org.millrace.bulk.writer.model.EachRecord;

/** Default roles of old exports, among records that stand before them and that they name. */
public final class DefaultRoles {
    public static final ModelType TYPE = new ModelType(
                    "default-roles",
                    "default-roles",
                    DefaultRolesRecord.class,
                    "keycloak_role",
                    Roles.TYPE.permission(),
                    Roles.TYPE::mayImport,
                    Roles.TYPE::mayOversee,
                    limits -> Clients.parser(
                            limits,
                            // What else a client has is another record's.
                            (position, client, json, named, warnings) ->
                                    new DefaultRolesRecord(position, clientId(client), roles(client), List.of())),
                    EachRecord.of(DefaultRolesRecord.class, DefaultRolesChunk::write))
            .undoneBy(new RestorableDefaultRoles(), new RestorableDefaultRole(), new RestorableNewRole());

    private DefaultRoles() {}

    private static @Nullable String clientId(ClientRepresentation client) {
        return client.getClientId() == null ? client.getId() : client.getClientId();
    }

    @SuppressWarnings("deprecation") // Old exports have them.
    private static List<String> roles(ClientRepresentation client) {
        return client.getDefaultRoles() == null ? List.of() : List.of(client.getDefaultRoles());
    }
}
