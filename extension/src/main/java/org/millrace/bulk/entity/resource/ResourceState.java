package org.millrace.bulk.entity.resource;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
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
import org.keycloak.models.utils.ModelToRepresentation;
import org.keycloak.representations.idm.authorization.ScopeRepresentation;
import org.millrace.bulk.undo.NewScopes;
import org.millrace.bulk.undo.StateParts.PartKey;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.StateJson;
import org.millrace.server.Database;
import org.millrace.server.JpaSession;
import org.millrace.server.Sql;

/** The state of a resource of a client, and the scopes that were created together with resources. */
public final class ResourceState {
    /** A resource. */
    public static final String TYPE = "resource";

    private ResourceState() {}

    /** The state of a resource; {@link StateJson#ABSENT} if it does not exist. */
    public static String of(ChunkSession in, PartKey key) {
        JpaSession.flush(in.session());
        return stateOfResource(in, key.id());
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
     * Deletes scopes that records created together with resources. A scope stays if it was changed since, if a resource or a policy uses it, or
     * if the caller may not change the client.
     *
     * @param fingerprints of the scopes, by id
     */
    public static void deleteUnused(ChunkSession in, Map<String, String> fingerprints) {
        StoreFactory stores = fingerprints.isEmpty() ? null : stores(in).orElse(null);
        if (stores == null) {
            return;
        }
        JpaSession.flush(in.session());
        in.lock("resource_server_scope", "id", fingerprints.keySet());
        for (NewScopes.Stored stored : unused(in, fingerprints.keySet())) {
            ClientModel client = in.realm().getClientById(stored.client());
            ResourceServer server =
                    client == null ? null : stores.getResourceServerStore().findByClient(client);
            if (server != null && mayManage(in, server) && stored.fingerprint().equals(fingerprints.get(stored.id()))) {
                Scope scope = stores.getScopeStore().findById(server, stored.id());
                if (scope != null) {
                    delete(in, stores, scope);
                }
            }
        }
    }

    /** Those of the scopes that no resource and no policy has. */
    private static List<NewScopes.Stored> unused(ChunkSession in, Set<String> ids) {
        Database database = in.database();
        try (Connection connection = database.connection()) {
            Set<String> used = new HashSet<>();
            for (String table : List.of("resource_scope", "scope_policy")) {
                String sql = "SELECT DISTINCT scope_id FROM " + database.table(table) + " WHERE scope_id IN ";
                for (List<String> some : Sql.inParts(ids)) {
                    used.addAll(Sql.in(connection, sql, some).all(row -> row.getString(1)));
                }
            }
            return NewScopes.read(connection, database::table, ids).stream()
                    .filter(scope -> !used.contains(scope.id()))
                    .toList();
        } catch (SQLException e) {
            throw new IllegalStateException("the uses of scopes cannot be read", e);
        }
    }

    private static void delete(ChunkSession in, StoreFactory stores, Scope scope) {
        ScopeRepresentation deleted = ModelToRepresentation.toRepresentation(scope);
        stores.getScopeStore().delete(scope.getId());
        in.tell(
                OperationType.DELETE,
                ResourceType.AUTHORIZATION_SCOPE,
                () -> deleted,
                "clients",
                scope.getResourceServer().getClientId(),
                "authz",
                "resource-server",
                "scope",
                deleted.getId());
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
