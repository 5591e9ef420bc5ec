package org.millrace.server;

import java.util.Collection;
import org.keycloak.models.ClientModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.services.managers.UserConsentManager;

/** Revokes consents of users for clients as {@code DELETE /users/{id}/consents/{client}} does. For the session's thread. */
public final class ConsentRevocation {
    private ConsentRevocation() {}

    /**
     * Revokes consents of a user, and the offline tokens and client sessions that the clients have of the user. In a transaction that is
     * rolled back anyway, only the consents are removed, because the notification of clients has no rollback.
     *
     * @param clientIds UUIDs of the clients; of a client that does not exist, only the consent is removed
     */
    public static void revoke(KeycloakSession session, RealmModel realm, String userId, Collection<String> clientIds) {
        if (clientIds.isEmpty()) {
            return;
        }
        UserModel user = session.users().getUserById(realm, userId);
        boolean rolledBack = session.getTransactionManager().getRollbackOnly();
        for (String id : clientIds) {
            ClientModel client = realm.getClientById(id);
            if (rolledBack || user == null || client == null) {
                session.users().revokeConsentForClient(realm, userId, id);
            } else {
                UserConsentManager.revokeConsentToClient(session, client, user);
            }
        }
        // Keycloak regards sessions as data that may be lost.
        JpaSession.waitForDisk(session);
    }
}
