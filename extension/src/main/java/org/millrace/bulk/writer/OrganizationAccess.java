package org.millrace.bulk.writer;

import org.keycloak.models.OrganizationModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;
import org.millrace.server.KeycloakBridge;

/** Access to an organization that exists. */
public final class OrganizationAccess {
    private OrganizationAccess() {}

    /** Whether the caller may change it: Keycloak's calls below {@code /organizations/{id}} require the permission to view it, too. */
    public static boolean mayManage(AdminPermissionEvaluator permissions, OrganizationModel organization) {
        return KeycloakBridge.mayViewOrganization(permissions, organization)
                && KeycloakBridge.mayManageOrganization(permissions, organization);
    }
}
