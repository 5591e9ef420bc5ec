package org.millrace.server;

import java.util.Collection;
import java.util.Optional;
import org.keycloak.models.KeycloakSession;
import org.keycloak.provider.Provider;
import org.keycloak.provider.Spi;

/** Invalidation of the realm cache on all nodes. */
public final class RealmCache {
    /** Its classes are in a module that Maven Central does not serve: their methods go by name. */
    private static final String SPI = "realmCache";

    private RealmCache() {}

    /**
     * Invalidates these keys on all nodes after the commit of the session's transaction.
     *
     * @throws IllegalStateException if the server's cache has an unknown implementation
     */
    public static void forget(KeycloakSession session, Collection<String> keys) {
        if (keys.isEmpty()) {
            return;
        }
        Optional<Class<? extends Provider>> type = session.getKeycloakSessionFactory().getSpis().stream()
                .filter(spi -> spi.getName().equals(SPI))
                .findFirst()
                .map(Spi::getProviderClass);
        Provider cache = type.isEmpty() ? null : session.getProvider(type.get());
        if (cache == null) {
            // The operator disabled the cache.
            return;
        }
        try {
            var forget = type.get().getMethod("registerInvalidation", String.class);
            for (String key : keys) {
                forget.invoke(cache, key);
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("The realm cache of this server cannot be invalidated", e);
        }
    }
}
