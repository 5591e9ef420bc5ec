package org.millrace.bulk.delete;

import java.util.List;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserManager;
import org.keycloak.models.UserModel;
import org.keycloak.models.UserProvider;
import org.millrace.bulk.entity.user.profile.DryRunState;
import org.millrace.server.UserCacheInvalidation;

/** Removes users from a realm. A dry run removes only rows, which are rolled back: user federation and sessions have no rollback. */
public final class UserRemoval {
    private final KeycloakSession session;
    private final RealmModel realm;
    private final boolean dryRun;

    /** Removes users of this realm. */
    public UserRemoval(KeycloakSession session, RealmModel realm, boolean dryRun) {
        this.session = session;
        this.realm = realm;
        this.dryRun = dryRun;
    }

    /** Whether the removed rows are rolled back at the end. */
    public boolean isDryRun() {
        return dryRun;
    }

    /** Removes a user; false if a provider did not. */
    public boolean remove(UserModel user) {
        if (!dryRun) {
            return new UserManager(session).removeUser(realm, user);
        }
        UserCacheInvalidation.evict(session, realm, List.of(user));
        // Without local rows, the user is in another store only.
        session.getProvider(UserProvider.class).removeUser(realm, user);
        DryRunState.forgetDeleted(session, user.getId());
        return true;
    }
}
