package org.millrace.server.advisor;

import org.keycloak.Config;
import org.keycloak.models.AdminRoles;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.AdminAuth;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * May the caller see the server as a whole?
 *
 * <p>The realm role {@code admin} may, and so may {@code view-system}: as a realm role or as a role of the client that
 * stands for the administration realm. Keycloak 26.7 does not make a role of that name, an administrator can.
 */
final class ServerViewPermission {

    static final String VIEW_SYSTEM = "view-system";

    private final AdminPermissionEvaluator permissions;

    ServerViewPermission(AdminPermissionEvaluator permissions) {
        this.permissions = permissions;
    }

    boolean isAdministrationRealm(RealmModel realm) {
        return Config.getAdminRealm().equals(realm.getName());
    }

    boolean isGranted() {
        AdminAuth caller = permissions.adminAuth();
        return isAdministrationRealm(caller.getRealm())
                && (caller.hasOneOfRealmRole(AdminRoles.ADMIN, VIEW_SYSTEM)
                        || permissions.hasOneAdminRole(VIEW_SYSTEM));
    }
}
