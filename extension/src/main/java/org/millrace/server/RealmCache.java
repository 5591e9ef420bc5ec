package org.millrace.server;

import java.util.Collection;
import java.util.Optional;
import org.keycloak.models.KeycloakSession;
import org.keycloak.provider.Provider;
import org.keycloak.provider.Spi;

/** What nodes remember of realms. */
public final class RealmCache {
    /** Its classes are in a module that Maven Central does not serve: their methods go by name. */
    private static final String SPI = "realmCache";

    private RealmCache() {}

    /**
     * Has all nodes forget these keys once the session's transaction is committed.
     *
     * @throws IllegalStateException if the server has another cache than the one this was built for
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
            // Switched off by the operator: nothing is remembered.
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
