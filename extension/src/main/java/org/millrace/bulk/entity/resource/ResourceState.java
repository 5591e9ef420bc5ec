package org.millrace.bulk.entity.resource;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.keycloak.authorization.AuthorizationProvider;
import org.keycloak.authorization.model.Resource;
import org.keycloak.authorization.model.ResourceServer;
import org.keycloak.authorization.model.Scope;
import org.keycloak.authorization.store.StoreFactory;
import org.keycloak.common.Profile;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.ClientModel;
import org.millrace.bulk.record.Violation;
import org.millrace.bulk.undo.EntityRows;
import org.millrace.bulk.undo.Fingerprint;
import org.millrace.bulk.undo.StateParts.PartKey;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.StateJson;
import org.millrace.server.JpaSession;
import org.millrace.server.Sql;

/** The state of a resource of a client, and of the scopes that a record about it creates. */
public final class ResourceState {
    /** A resource. */
    public static final String TYPE = "resource";

    /** A scope that the record creates: the id of the client, and the name. */
    public static final String NEW_SCOPE = "new-authorization-scope";

    private ResourceState() {}

    /** The state of a key. */
    public static String of(ChunkSession in, PartKey key) {
        return Objects.requireNonNull(states(in, List.of(key)).get(key));
    }

    /** The states of keys. */
    static Map<PartKey, String> states(ChunkSession in, List<PartKey> keys) {
        JpaSession.flush(in.session());
        Map<PartKey, String> states = new HashMap<>();
        keys.forEach(key ->
                states.put(key, key.type().equals(NEW_SCOPE) ? stateOfScope(in, key) : stateOfResource(in, key.id())));
        return states;
    }

    private static String stateOfResource(ChunkSession in, String id) {
        Resource resource = resource(in, id);
        ClientModel client = resource == null
                ? null
                : in.realm().getClientById(resource.getResourceServer().getClientId());
        if (resource == null || client == null) {
            return StateJson.ABSENT;
        }
        ObjectNode state = JsonNodeFactory.instance.objectNode();
        state.put("_id", id)
                .put("type", TYPE)
                .put("clientId", client.getClientId())
                .put("name", resource.getName())
                .put("displayName", resource.getDisplayName())
                .put("resourceType", resource.getType())
                .put("icon_uri", resource.getIconUri())
                .put("ownerManagedAccess", resource.isOwnerManagedAccess());
        state.putObject("owner").put("id", resource.getOwner());
        ArrayNode uris = state.putArray("uris");
        resource.getUris().stream().sorted().forEach(uris::add);
        ArrayNode scopes = state.putArray("scopes");
        resource.getScopes().stream()
                .map(Scope::getName)
                .sorted()
                .forEach(name -> scopes.addObject().put("name", name));
        Map<String, List<String>> attributes = new TreeMap<>();
        resource.getAttributes()
                .forEach((name, values) ->
                        attributes.put(name, values.stream().sorted().toList()));
        state.set("attributes", StateJson.attributes(attributes));
        return StateJson.text(state);
    }

    /** With the resources and policies that use it. */
    private static String stateOfScope(ChunkSession in, PartKey key) {
        Scope scope = scope(in, key);
        if (scope == null) {
            return StateJson.ABSENT;
        }
        try (Connection connection = in.database().connection()) {
            return EntityRows.AUTHORIZATION_SCOPE
                    .read(connection, in.database()::table, List.of(scope.getId()))
                    .values()
                    .stream()
                    .map(rows -> scope.getId() + " " + rows.fingerprint(List.of()))
                    .findFirst()
                    .orElse(StateJson.ABSENT);
        } catch (SQLException e) {
            throw new IllegalStateException("a scope cannot be read", e);
        }
    }

    /** Whether the caller may change a resource; false if it does not exist. */
    public static boolean mayChange(ChunkSession in, String id) {
        Resource resource = resource(in, id);
        return resource != null && mayManage(in, resource.getResourceServer());
    }

    private static boolean mayManage(ChunkSession in, ResourceServer server) {
        ClientModel adminPermissions = in.realm().getAdminPermissionsClient();
        return !(adminPermissions != null && adminPermissions.getId().equals(server.getClientId()))
                && in.permissions().realm().canManageAuthorization(server);
    }

    /**
     * Deletes a scope.
     *
     * @return the reasons why not; empty if it is deleted
     */
    public static List<Violation> deleteScope(ChunkSession in, PartKey key) {
        Scope scope = scope(in, key);
        if (scope == null || !mayManage(in, scope.getResourceServer())) {
            return List.of(Violation.of("forbidden-client", null, "You may not change this client"));
        }
        delete(in, scope);
        return List.of();
    }

    private static void delete(ChunkSession in, Scope scope) {
        String id = scope.getId();
        String client = scope.getResourceServer().getClientId();
        stores(in).ifPresent(stores -> stores.getScopeStore().delete(id));
        in.tell(
                OperationType.DELETE,
                ResourceType.AUTHORIZATION_SCOPE,
                () -> null,
                "clients",
                client,
                "authz",
                "resource-server",
                "scope",
                id);
    }

    /** The fingerprint of a scope, which does not say what uses it. */
    static String fingerprint(String name, @Nullable String displayName, @Nullable String iconUri) {
        return Fingerprint.of(JsonNodeFactory.instance
                .arrayNode()
                .add(name)
                .add(displayName)
                .add(iconUri)
                .toString());
    }

    /**
     * Deletes scopes that were created with resources which are deleted now, except those that were changed since, or that something uses.
     *
     * @param fingerprints of the scopes, by id
     */
    public static void deleteUnused(ChunkSession in, Map<String, String> fingerprints) {
        StoreFactory stores = fingerprints.isEmpty() ? null : stores(in).orElse(null);
        if (stores == null) {
            return;
        }
        Set<String> used = usedScopes(in, fingerprints.keySet());
        fingerprints.forEach((id, fingerprint) -> {
            Scope scope = used.contains(id) ? null : stores.getScopeStore().findById(null, id);
            if (scope != null
                    && fingerprint(scope.getName(), scope.getDisplayName(), scope.getIconUri())
                            .equals(fingerprint)) {
                delete(in, scope);
            }
        });
    }

    /** The ids of those scopes that a resource or a policy has. */
    private static Set<String> usedScopes(ChunkSession in, Set<String> ids) {
        JpaSession.flush(in.session());
        Set<String> used = new HashSet<>();
        try (Connection connection = in.database().connection()) {
            for (String table : List.of("resource_scope", "scope_policy")) {
                String sql = "SELECT DISTINCT scope_id FROM " + in.database().table(table) + " WHERE scope_id IN ";
                for (List<String> some : Sql.inParts(ids)) {
                    used.addAll(Sql.in(connection, sql, some).all(row -> row.getString(1)));
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the uses of scopes cannot be read", e);
        }
        return used;
    }

    private static @Nullable Scope scope(ChunkSession in, PartKey key) {
        ClientModel client = in.realm().getClientById(key.id());
        StoreFactory stores = stores(in).orElse(null);
        ResourceServer server = client == null || stores == null
                ? null
                : stores.getResourceServerStore().findByClient(client);
        return server == null || stores == null ? null : stores.getScopeStore().findByName(server, key.required());
    }

    private static @Nullable Resource resource(ChunkSession in, String id) {
        return stores(in)
                .map(stores -> stores.getResourceStore().findById(null, id))
                .orElse(null);
    }

    private static Optional<StoreFactory> stores(ChunkSession in) {
        return Profile.isFeatureEnabled(Profile.Feature.AUTHORIZATION)
                ? Optional.of(
                        in.session().getProvider(AuthorizationProvider.class).getStoreFactory())
                : Optional.empty();
    }
}
