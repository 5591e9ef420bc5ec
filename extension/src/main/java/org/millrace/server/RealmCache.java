package org.millrace.server;

import java.util.Collection;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.cache.CacheRealmProvider;

/** Invalidation of the realm cache on all nodes. */
public final class RealmCache {
    private RealmCache() {}

    /** Invalidates these keys on all nodes after the commit of the session's transaction. */
    public static void forget(KeycloakSession session, Collection<String> keys) {
        if (keys.isEmpty()) {
            return;
        }
        CacheRealmProvider cache = session.getProvider(CacheRealmProvider.class);
        if (cache != null) { // It is null if the operator disabled the cache.
            keys.forEach(cache::registerInvalidation);
        }
    }
}
