package org.millrace.server;

import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.representations.AccessToken;
import org.keycloak.services.resources.admin.AdminAuth;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;
import org.keycloak.services.resources.admin.fgap.AdminPermissions;

/**
 * Who asked, detached from the request's session, so that work on other threads is done with the same rights. Immutable.
 */
public final class Caller {
    private final String realmId;
    private final String userId;
    private final String clientId;
    private final AccessToken token;

    private Caller(String realmId, String userId, String clientId, AccessToken token) {
        this.realmId = realmId;
        this.userId = userId;
        this.clientId = clientId;
        this.token = token;
    }

    /** The administrator behind a request; to be called on the request's thread. */
    public static Caller of(AdminAuth auth) {
        return new Caller(
                auth.getRealm().getId(),
                auth.getUser().getId(),
                auth.getClient().getId(),
                auth.getToken());
    }

    /**
     * What the caller may do in a realm, to be used with this session and on its thread only.
     *
     * @throws IllegalStateException if the caller, the client or their realm was removed in the meantime
     */
    public AdminPermissionEvaluator permissions(KeycloakSession session, RealmModel realm) {
        RealmModel home = session.realms().getRealm(realmId);
        if (home == null) {
            throw new IllegalStateException("the caller's realm is gone");
        }
        var user = session.users().getUserById(home, userId);
        var client = home.getClientById(clientId);
        if (user == null || client == null) {
            throw new IllegalStateException("the caller or the caller's client is gone");
        }
        return AdminPermissions.evaluator(session, realm, new AdminAuth(home, token, user, client));
    }

    /** Names nobody: the token is a secret. */
    @Override
    public String toString() {
        return "Caller[realm=" + realmId + "]";
    }
}
