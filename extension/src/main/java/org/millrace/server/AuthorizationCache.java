package org.millrace.server;

import jakarta.persistence.EntityManager;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.keycloak.authorization.AuthorizationProvider;
import org.keycloak.authorization.model.ResourceServer;
import org.keycloak.authorization.model.Scope;
import org.keycloak.authorization.store.PermissionTicketStore;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.cache.authorization.CachedStoreFactoryProvider;
import org.keycloak.models.cache.infinispan.authorization.StoreFactoryCacheSession;

/** Invalidation of the authorization cache on all nodes, and changes with which this cache interferes. */
public final class AuthorizationCache {
    private AuthorizationCache() {}

    /**
     * Invalidates the resources and scopes of a client on all nodes after the session's transaction, which reads them from the database
     * from now on. To be called before they are read, and again when they have changed: the import of settings, also Keycloak's own,
     * changes resources that it has found by name without invalidating them.
     */
    public static void forgetSettings(KeycloakSession session, ResourceServer server) {
        JpaSession.flush(session);
        String id = server.getId();
        EntityManager manager = JpaSession.of(session);
        Set<String> keys = new HashSet<>();
        manager.createQuery(
                        "SELECT r.id, r.owner, r.type FROM ResourceEntity r WHERE r.resourceServer = :server",
                        Object[].class)
                .setParameter("server", id)
                .getResultList()
                .forEach(row -> addResource((String) row[0], (String) row[1], (String) row[2], id, keys));
        manager.createQuery("SELECT s.id FROM ScopeEntity s WHERE s.resourceServer.id = :server", String.class)
                .setParameter("server", id)
                .getResultList()
                .forEach(scope -> {
                    keys.add(scope);
                    keys.add(StoreFactoryCacheSession.getResourceByScopeCacheKey(scope, id));
                });
        forget(session, keys);
    }

    /**
     * Deletes a scope that no resource or policy uses, and its permission tickets. Keycloak's store does not find one that this session
     * has invalidated, and throws a NullPointerException.
     */
    public static void deleteScope(KeycloakSession session, Scope scope) {
        AuthorizationProvider provider = session.getProvider(AuthorizationProvider.class);
        PermissionTicketStore tickets = provider.getStoreFactory().getPermissionTicketStore();
        ResourceServer server = scope.getResourceServer();
        tickets.findByScope(server, scope).forEach(ticket -> tickets.delete(ticket.getId()));
        forget(
                session,
                List.of(
                        scope.getId(),
                        StoreFactoryCacheSession.getScopeByNameCacheKey(scope.getName(), server.getId()),
                        StoreFactoryCacheSession.getResourceByScopeCacheKey(scope.getId(), server.getId()),
                        StoreFactoryCacheSession.getPolicyByScope(scope.getId(), server.getId())));
        provider.getLocalStoreFactory().getScopeStore().delete(scope.getId());
    }

    private static void addResource(
            String resource, String owner, @Nullable String type, String server, Set<String> keys) {
        keys.add(resource);
        keys.add(StoreFactoryCacheSession.getResourceByOwnerCacheKey(owner, server));
        keys.add(StoreFactoryCacheSession.getResourceByOwnerCacheKey(owner, null));
        if (type != null) {
            keys.add(StoreFactoryCacheSession.getResourceByTypeCacheKey(type, server));
            keys.add(StoreFactoryCacheSession.getResourceByTypeCacheKey(type, owner, server));
            keys.add(StoreFactoryCacheSession.getResourceByTypeCacheKey(type, null, server));
            keys.add(StoreFactoryCacheSession.getResourceByTypeInstanceCacheKey(type, server));
        }
    }

    /**
     * Invalidates these keys on all nodes after the session's transaction.
     *
     * @throws IllegalStateException if the server's cache has an unknown implementation
     */
    public static void forget(KeycloakSession session, Collection<String> keys) {
        CachedStoreFactoryProvider cache = session.getProvider(CachedStoreFactoryProvider.class);
        if (cache == null) {
            // The operator disabled the cache.
            return;
        }
        if (!(cache instanceof StoreFactoryCacheSession keycloaks)) {
            throw new IllegalStateException("The authorization cache "
                    + cache.getClass().getName() + " cannot be invalidated: it is not "
                    + StoreFactoryCacheSession.class.getName());
        }
        // Of the invalidation events, only this one takes any key without searching the whole cache.
        keys.forEach(keycloaks::registerResourceServerInvalidation);
    }
}
