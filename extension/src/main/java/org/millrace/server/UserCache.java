package org.millrace.server;

import java.util.Collection;
import java.util.Optional;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.provider.Provider;
import org.keycloak.provider.Spi;

/** The users that nodes keep in memory. */
public final class UserCache {
    /** Its classes are in a module that is not on the compile class path: their methods are called by name. */
    private static final String SPI = "userCache";

    private UserCache() {}

    /**
     * Removes users from the caches of all nodes when the session's transaction ends, and from this session immediately.
     *
     * @throws IllegalStateException if the interface of the server's cache is not the expected one
     */
    public static void evict(KeycloakSession session, RealmModel realm, Collection<? extends UserModel> users) {
        Optional<Class<? extends Provider>> type = session.getKeycloakSessionFactory().getSpis().stream()
                .filter(spi -> spi.getName().equals(SPI))
                .findFirst()
                .map(Spi::getProviderClass);
        Provider cache = type.isEmpty() ? null : session.getProvider(type.get());
        if (cache == null) {
            // The cache is disabled.
            return;
        }
        try {
            var evict = type.get().getMethod("evict", RealmModel.class, UserModel.class);
            for (UserModel user : users) {
                evict.invoke(cache, realm, user);
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("The user cache has no method evict(RealmModel, UserModel)", e);
        }
    }
}
