package org.millrace.server;

import java.util.Collection;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.cache.authorization.CachedStoreFactoryProvider;

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
        try {
            // Its class is in a module that is not on Maven Central. Of its invalidation events, only this one takes
            // any key
            // without searching the whole cache.
            var forget = cache.getClass().getMethod("registerResourceServerInvalidation", String.class);
            for (String key : keys) {
                forget.invoke(cache, key);
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("The authorization cache of this server cannot be invalidated", e);
        }
    }
}
