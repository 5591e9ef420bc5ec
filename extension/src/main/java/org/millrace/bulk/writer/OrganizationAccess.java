package org.millrace.bulk.writer;

import org.keycloak.models.OrganizationModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;
import org.millrace.server.KeycloakBridge;

/** Access to organizations. */
public final class OrganizationAccess {
    private OrganizationAccess() {}

    /** Whether the caller may change one that exists: Keycloak's calls below {@code /organizations/{id}} require the permission to view it, too. */
    public static boolean mayManage(AdminPermissionEvaluator permissions, OrganizationModel organization) {
        return KeycloakBridge.mayViewOrganization(permissions, organization)
                && KeycloakBridge.mayManageOrganization(permissions, organization);
    }

    /** Whether the caller may change an organization without specific permissions, such as a new one. */
    public static boolean mayManageNew(AdminPermissionEvaluator permissions) {
        return KeycloakBridge.mayViewOrganizations(permissions) && KeycloakBridge.mayManageOrganizations(permissions);
    }
}
