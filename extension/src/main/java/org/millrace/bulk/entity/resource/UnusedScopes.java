package org.millrace.bulk.entity.resource;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.authorization.model.ResourceServer;
import org.keycloak.authorization.model.Scope;
import org.keycloak.authorization.store.StoreFactory;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.ClientModel;
import org.keycloak.models.utils.ModelToRepresentation;
import org.keycloak.representations.idm.authorization.ScopeRepresentation;
import org.millrace.bulk.undo.NewScopes;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.server.AuthorizationCache;
import org.millrace.server.Database;
import org.millrace.server.JpaSession;
import org.millrace.server.Sql;

/** Deletes the authorization scopes that undone records leave unused. */
final class UnusedScopes {
    private UnusedScopes() {}

    /**
     * Deletes scopes that records created together with resources. A scope stays if it was changed since, if a resource or a policy uses it, or
     * if the caller may not change the client.
     *
     * @param fingerprints of the scopes when they were created, by id
     * @throws IllegalStateException if the database rejects a query
     */
    static void delete(ChunkSession in, Map<String, String> fingerprints) {
        StoreFactory stores =
                fingerprints.isEmpty() ? null : ResourceState.stores(in).orElse(null);
        if (stores == null) {
            return;
        }
        JpaSession.flush(in.session());
        in.lock("resource_server_scope", "id", fingerprints.keySet());
        for (NewScopes.Stored stored : unused(in, fingerprints.keySet())) {
            ClientModel client = in.realm().getClientById(stored.client());
            ResourceServer server =
                    client == null ? null : stores.getResourceServerStore().findByClient(client);
            if (server != null
                    && ResourceState.mayManage(in, server)
                    && stored.fingerprint().equals(fingerprints.get(stored.id()))) {
                Scope scope = stores.getScopeStore().findById(server, stored.id());
                if (scope != null) {
                    delete(in, scope);
                }
            }
        }
    }

    /** The scopes that no resource and no policy uses. */
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

    private static void delete(ChunkSession in, Scope scope) {
        ScopeRepresentation deleted = ModelToRepresentation.toRepresentation(scope);
        AuthorizationCache.deleteScope(in.session(), scope);
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
}
