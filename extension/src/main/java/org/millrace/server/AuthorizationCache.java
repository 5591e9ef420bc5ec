package org.millrace.server;

import java.util.Collection;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.cache.authorization.CachedStoreFactoryProvider;

/** What nodes remember of the authorization services of clients. */
public final class AuthorizationCache {
    private AuthorizationCache() {}

    /**
     * Has all nodes forget these keys once the session's transaction is over.
     *
     * @throws IllegalStateException if the server has another cache than the one this was built for
     */
    public static void forget(KeycloakSession session, Collection<String> keys) {
        CachedStoreFactoryProvider cache = session.getProvider(CachedStoreFactoryProvider.class);
        if (cache == null) {
            // Switched off by the operator: nothing is remembered.
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
