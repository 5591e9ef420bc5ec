package org.millrace.server;

import java.util.Collection;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.cache.authorization.CachedStoreFactoryProvider;
import org.keycloak.models.cache.infinispan.authorization.StoreFactoryCacheSession;

/** Invalidation of the authorization cache on all nodes. */
public final class AuthorizationCache {
    private AuthorizationCache() {}

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
