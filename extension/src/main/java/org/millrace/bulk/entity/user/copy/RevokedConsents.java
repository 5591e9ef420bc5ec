package org.millrace.bulk.entity.user.copy;

import java.util.List;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.millrace.bulk.entity.user.state.UserChange;
import org.millrace.server.ConsentRevocation;

/** Consents that changes of a chunk's users remove, which end sessions of clients. */
final class RevokedConsents {
    private RevokedConsents() {}

    /** Revokes the removed consents through Keycloak, after the database has accepted the changes: clients are notified immediately. */
    static void revoke(List<UserChange> changes, KeycloakSession session, RealmModel realm) {
        for (UserChange change : changes) {
            ConsentRevocation.revoke(
                    session, realm, change.target().id(), change.associations().revokedConsents());
        }
    }
}
