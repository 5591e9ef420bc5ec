package org.millrace.server;

import java.util.Collection;
import java.util.List;
import org.keycloak.authorization.AuthorizationProvider;
import org.keycloak.authorization.model.ResourceServer;
import org.keycloak.authorization.model.Scope;
import org.keycloak.authorization.store.PermissionTicketStore;
import org.keycloak.authorization.store.StoreFactory;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.cache.authorization.CachedStoreFactoryProvider;
import org.keycloak.models.cache.infinispan.authorization.StoreFactoryCacheSession;

/**
 * Lookups without the authorization cache, its invalidation on all nodes, and deletion of scopes that were invalidated. For the session's
 * thread.
 */
public final class AuthorizationCache {
    private AuthorizationCache() {}

    /**
     * The stores behind the cache, for lookups by id: they check which client the object belongs to. The cache returns the object of any client
     * once the session has read it.
     */
    public static StoreFactory uncached(KeycloakSession session) {
        return session.getProvider(AuthorizationProvider.class).getLocalStoreFactory();
    }

    /**
     * Deletes a scope and its permission tickets. Keycloak's own store throws a NullPointerException for a scope that this session has
     * invalidated. The database rejects the next flush if a resource or policy uses the scope.
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
        uncached(session).getScopeStore().delete(scope.getId());
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
