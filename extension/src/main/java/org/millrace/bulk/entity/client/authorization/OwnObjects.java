package org.millrace.bulk.entity.client.authorization;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.keycloak.authorization.AuthorizationProvider;
import org.keycloak.authorization.model.ResourceServer;
import org.keycloak.authorization.store.StoreFactory;
import org.keycloak.models.ClientModel;
import org.millrace.bulk.writer.id.EntityId;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.server.AuthorizationCache;
import org.millrace.server.Database;
import org.millrace.server.Sql;

/**
 * Resources, scopes and policies of one client, looked up by id or name. The import of settings would change those of another client that the
 * authorization cache returns; see {@link AuthorizationCache#uncached}. For one record.
 */
final class OwnObjects {
    private final ChunkSession within;
    private final AuthorizationProvider provider;
    private final @Nullable ResourceServer server;

    enum Kind {
        RESOURCE,
        SCOPE,
        POLICY;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** @param client null if it has no authorization services yet */
    OwnObjects(ChunkSession within, @Nullable ClientModel client) {
        this.within = within;
        this.provider = within.session().getProvider(AuthorizationProvider.class);
        this.server = client == null
                ? null
                : provider.getStoreFactory().getResourceServerStore().findByClient(client);
    }

    /** Whether an object of the client has this id or name. */
    boolean have(Kind kind, String reference) {
        return server != null
                && (find(AuthorizationCache.uncached(within.session()), kind, server, reference) != null
                        || hasName(kind, server, reference));
    }

    /** Those of the texts that are the ids of objects of other clients, of any realm. */
    Set<String> ofOthers(Kind kind, Collection<String> texts) {
        Database database = within.database();
        String sql = "SELECT id, resource_server_id FROM " + database.table("resource_server_" + kind.word())
                + " WHERE id IN ";
        Set<String> ids = texts.stream()
                .filter(text -> EntityId.problem("id", text).isEmpty())
                .collect(Collectors.toSet());
        List<Owned> found = new ArrayList<>();
        try (Connection connection = database.connection()) {
            for (List<String> some : Sql.inParts(ids)) {
                found.addAll(Sql.in(connection, sql, some).all(row -> new Owned(row.getString(1), row.getString(2))));
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the ids of authorization settings cannot be looked up", e);
        }
        return found.stream()
                .filter(each -> server == null || !server.getId().equals(each.serverId()))
                .map(Owned::id)
                .collect(Collectors.toSet());
    }

    /** An object and the resource server that it belongs to. */
    private record Owned(String id, String serverId) {}

    private boolean hasName(Kind kind, ResourceServer owner, String name) {
        StoreFactory stores = provider.getStoreFactory();
        return switch (kind) {
            case RESOURCE -> stores.getResourceStore().findByName(owner, name) != null;
            case SCOPE -> stores.getScopeStore().findByName(owner, name) != null;
            case POLICY -> stores.getPolicyStore().findByName(owner, name) != null;
        };
    }

    private static @Nullable Object find(StoreFactory stores, Kind kind, ResourceServer owner, String id) {
        return switch (kind) {
            case RESOURCE -> stores.getResourceStore().findById(owner, id);
            case SCOPE -> stores.getScopeStore().findById(owner, id);
            case POLICY -> stores.getPolicyStore().findById(owner, id);
        };
    }
}
