package org.millrace.bulk.entity.client;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.ClientModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.utils.ModelToRepresentation;
import org.keycloak.representations.idm.ClientRepresentation;
import org.keycloak.representations.idm.ProtocolMapperRepresentation;
import org.millrace.bulk.entity.RestorableEntity;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.undo.EntityRows;
import org.millrace.bulk.undo.EntityTable;
import org.millrace.bulk.undo.StateParts.PartKey;
import org.millrace.bulk.undo.StateParts.Reader;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.StateJson;

/** The state of a client as a record that restores it. */
public final class ClientImage extends RestorableEntity {
    private static final EntityTable TABLE = new EntityTable("client");

    /**
     * A client with its client scopes, protocol mappers, roles, authorization settings and service account. Authorization scopes do not
     * count: an undo leaves scopes that were changed since.
     */
    private static final EntityRows ROWS = new EntityRows(
            TABLE,
            EntityRows.part("t.*", "{client} t", "t.id"),
            // Keycloak adds both when it updates a client.
            EntityRows.part(
                    "t.*",
                    "{client_attributes} t",
                    "t.name NOT IN ('realm_client', 'client.secret.creation.time') AND t.client_id"),
            EntityRows.part("t.*", "{redirect_uris} t", "t.client_id"),
            EntityRows.part("t.*", "{web_origins} t", "t.client_id"),
            EntityRows.part("t.*", "{client_auth_flow_bindings} t", "t.client_id"),
            EntityRows.part("t.*", "{client_scope_client} t", "t.client_id"),
            EntityRows.apart("t.*", "{scope_mapping} t", "t.client_id"),
            EntityRows.part("t.name, t.protocol, t.protocol_mapper_name", "{protocol_mapper} t", "t.client_id"),
            EntityRows.part(
                    "m.name AS mapper, t.name, t.value",
                    "{protocol_mapper_config} t JOIN {protocol_mapper} m ON m.id = t.protocol_mapper_id",
                    "m.client_id"),
            // Keycloak adds the role uma_protection itself.
            EntityRows.apart("t.name, t.description", "{keycloak_role} t", "t.name <> 'uma_protection' AND t.client"),
            EntityRows.apart("t.*", "{resource_server} t", "t.id"),
            EntityRows.apart("t.*", "{resource_server_resource} t", "t.resource_server_id"),
            EntityRows.apart("r.name AS resource, t.value", "{resource_uris} t" + ofResource(), "r.resource_server_id"),
            EntityRows.apart(
                    "r.name AS resource, t.name, t.value",
                    "{resource_attribute} t" + ofResource(),
                    "r.resource_server_id"),
            EntityRows.apart(
                    "r.name AS resource, s.name",
                    "{resource_scope} t" + ofResource() + " JOIN {resource_server_scope} s ON s.id = t.scope_id",
                    "r.resource_server_id"),
            EntityRows.apart("t.*", "{resource_server_policy} t", "t.resource_server_id"),
            EntityRows.apart(
                    "p.name AS policy, t.name, t.value", "{policy_config} t" + ofPolicy(), "p.resource_server_id"),
            EntityRows.apart(
                    "p.name AS policy, r.name",
                    "{resource_policy} t" + ofPolicy() + " JOIN {resource_server_resource} r ON r.id = t.resource_id",
                    "p.resource_server_id"),
            EntityRows.apart(
                    "p.name AS policy, s.name",
                    "{scope_policy} t" + ofPolicy() + " JOIN {resource_server_scope} s ON s.id = t.scope_id",
                    "p.resource_server_id"),
            EntityRows.apart(
                    "p.name AS policy, a.name",
                    "{associated_policy} t" + ofPolicy()
                            + " JOIN {resource_server_policy} a ON a.id = t.associated_policy_id",
                    "p.resource_server_id"),
            EntityRows.apart("u.enabled, u.email, u.first_name, u.last_name", serviceAccount(), "c.id"),
            EntityRows.apart(
                    "t.name, t.value, t.long_value",
                    serviceAccount() + " JOIN {user_attribute} t ON t.user_id = u.id",
                    "c.id"),
            EntityRows.apart("t.role_id", serviceAccount() + " JOIN {user_role_mapping} t ON t.user_id = u.id", "c.id"),
            EntityRows.apart(
                    "t.group_id", serviceAccount() + " JOIN {user_group_membership} t ON t.user_id = u.id", "c.id"));

    ClientImage() {
        super("client", TABLE);
    }

    @Override
    public Map<PartKey, String> states(ChunkSession in, List<PartKey> keys) {
        return Reader.ofEach(key -> of(in.session(), in.realm(), key.id())).states(keys);
    }

    @Override
    public boolean mayChange(ChunkSession in, String id) {
        ClientModel client = in.realm().getClientById(id);
        return client != null
                && in.permissions().clients().canConfigure(client)
                && in.permissions().clients().canView(client);
    }

    @Override
    public Optional<EntityRows> rows() {
        return Optional.of(ROWS);
    }

    @Override
    public boolean hasSecrets() {
        return true;
    }

    @Override
    protected List<Violation> restore(ChunkSession in, Records records, Change change) {
        List<Violation> problems = super.restore(in, records, change);
        if (problems.isEmpty()) {
            restoreAttributes(in, change.key().id(), change.state());
        }
        return problems;
    }

    /** The record of a client with its secret, without its authorization settings. */
    public static String of(KeycloakSession session, RealmModel realm, String id) {
        ClientModel client = realm.getClientById(id);
        if (client == null) {
            return StateJson.ABSENT;
        }
        ClientRepresentation record = ModelToRepresentation.toRepresentation(client, session);
        record.setAccess(null);
        record.setAuthorizationSettings(null);
        // The representation has attributes that Keycloak computes, such as realm_client, and leaves others out.
        record.setAttributes(new HashMap<>(client.getAttributes()));
        record.setDefaultClientScopes(sorted(record.getDefaultClientScopes()));
        record.setOptionalClientScopes(sorted(record.getOptionalClientScopes()));
        record.setRedirectUris(sorted(record.getRedirectUris()));
        record.setWebOrigins(sorted(record.getWebOrigins()));
        List<ProtocolMapperRepresentation> mappers = record.getProtocolMappers();
        if (mappers != null) {
            record.setProtocolMappers(mappers.stream()
                    .sorted((one, other) -> one.getId().compareTo(other.getId()))
                    .toList());
        }
        return StateJson.text(record);
    }

    /** Gives a client the attributes of its image: Keycloak adds some to a client that is replaced. Those that client policies set stay. */
    private static void restoreAttributes(ChunkSession in, String id, String image) {
        ClientModel client = in.realm().getClientById(id);
        ClientRepresentation before = StateJson.read(image, ClientRepresentation.class);
        Map<String, String> earlier = before.getAttributes();
        if (client == null || earlier == null) {
            return;
        }
        Map<String, String> withoutPolicies =
                new ClientTarget(in.session()).replaced(before, client).getAttributes();
        Set<String> names = new HashSet<>(client.getAttributes().keySet());
        names.addAll(earlier.keySet());
        for (String name : names) {
            boolean isOfPolicy = !name.equals(ClientTarget.CREATION_TIME)
                    && !Objects.equals(client.getAttribute(name), withoutPolicies.get(name));
            String value = earlier.get(name);
            if (!isOfPolicy && value == null) {
                client.removeAttribute(name);
            } else if (!isOfPolicy) {
                client.setAttribute(name, value);
            }
        }
    }

    private static @Nullable List<String> sorted(@Nullable List<String> names) {
        return names == null ? null : names.stream().sorted().toList();
    }

    private static String ofResource() {
        return " JOIN {resource_server_resource} r ON r.id = t.resource_id";
    }

    private static String ofPolicy() {
        return " JOIN {resource_server_policy} p ON p.id = t.policy_id";
    }

    /** By the realm, too: so has the index. */
    private static String serviceAccount() {
        return "{client} c JOIN {user_entity} u ON u.realm_id = c.realm_id AND u.service_account_client_link = c.id";
    }
}
