package org.millrace.bulk.entity.user.copy;

import java.util.List;
import java.util.Optional;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.provider.Provider;
import org.keycloak.provider.Spi;
import org.millrace.bulk.entity.user.profile.PendingUser;
import org.millrace.bulk.entity.user.state.UserChange;

/**
 * Cache entries of users on all nodes. Rows written with SQL leave them stale: every node has to invalidate them, which Keycloak
 * does right after the commit. New users need no invalidation, because Keycloak does not cache that a user is missing. For one
 * transaction and its thread.
 */
final class CachedUsers {
    /** Its classes are in a module that Maven Central does not serve: their methods go by name. */
    private static final String SPI = "userCache";

    private final KeycloakSession session;
    private final RealmModel realm;

    CachedUsers(KeycloakSession session, RealmModel realm) {
        this.session = session;
        this.realm = realm;
    }

    /** @throws IllegalStateException if the server has another cache than the one this was built for */
    void forget(List<UserChange> changes) {
        if (changes.isEmpty()) {
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
            forget(changes, cache, type.get());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("The user cache of this server cannot be invalidated", e);
        }
    }

    private void forget(List<UserChange> changes, Provider cache, Class<? extends Provider> type)
            throws ReflectiveOperationException {
        var evictUser = type.getMethod("evict", RealmModel.class, UserModel.class);
        boolean more = false;
        for (UserChange change : changes) {
            evictUser.invoke(cache, realm, PendingUser.of(change.current()));
            if (change.changesColumns()) {
                // The cache may hold the user under the name or email address that this chunk changes.
                evictUser.invoke(cache, realm, PendingUser.of(change.target()));
            }
            more |= change.changesLinks()
                    || change.changesServiceAccount()
                    || !change.associations().isEmpty();
        }
        if (more) {
            // Links, consents and memberships have separate cache entries, and no call invalidates those of one user.
            type.getMethod("evict", RealmModel.class).invoke(cache, realm);
        }
    }
}
