package org.millrace.bulk.entity.user.copy;

import java.util.List;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.cache.UserCache;
import org.millrace.bulk.entity.user.profile.PendingUser;
import org.millrace.bulk.entity.user.state.UserChange;
import org.millrace.bulk.entity.user.state.UserState;

/**
 * Cache entries of users on all nodes. Rows written with SQL leave them stale: every node has to invalidate them, which Keycloak
 * does right after the commit. New users need no invalidation, because Keycloak does not cache that a user is missing. For one
 * transaction and its thread.
 */
final class CachedUsers {
    private final KeycloakSession session;
    private final RealmModel realm;

    CachedUsers(KeycloakSession session, RealmModel realm) {
        this.session = session;
        this.realm = realm;
    }

    /** Invalidates what new and changed users make stale, and removes the failed logins of those who were enabled. */
    void forget(List<UserState> created, List<UserChange> changes) {
        forget(changes);
        changes.stream()
                .filter(UserChange::enables)
                .forEach(change -> session.loginFailures()
                        .removeUserLoginFailure(realm, change.target().id()));
        new CachedMemberCounts(session, realm).forget(created, changes);
    }

    private void forget(List<UserChange> changes) {
        UserCache cache = changes.isEmpty() ? null : session.getProvider(UserCache.class);
        if (cache == null) {
            // Nothing is changed, or the operator disabled the cache.
            return;
        }
        boolean more = false;
        for (UserChange change : changes) {
            cache.evict(realm, PendingUser.of(change.current()));
            if (change.changesColumns()) {
                // The cache may hold the user under the name or email address that this chunk changes.
                cache.evict(realm, PendingUser.of(change.target()));
            }
            more |= change.changesLinks()
                    || change.changesServiceAccount()
                    || !change.associations().isEmpty();
        }
        if (more) {
            // Links, consents and memberships have separate cache entries, and no call invalidates those of one user.
            cache.evict(realm);
        }
    }
}
