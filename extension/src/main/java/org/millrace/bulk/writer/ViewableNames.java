package org.millrace.bulk.writer;

import org.keycloak.models.AdminRoles;
import org.keycloak.models.ClientModel;
import org.keycloak.models.GroupModel;
import org.keycloak.models.RoleModel;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** Names stored objects in messages, and only those that the caller may view. */
public final class ViewableNames {
    private ViewableNames() {}

    /** A role, such as {@code role "buyer" of client "shop"}. */
    public static String role(RoleModel role, AdminPermissionEvaluator permissions) {
        // As in role mappings of Keycloak's API, which show all roles to user managers.
        if (!permissions.hasOneAdminRole(AdminRoles.MANAGE_USERS)
                && !permissions.roles().canView(role)) {
            return "a role that you may not view";
        }
        String of =
                role.getContainer() instanceof ClientModel client ? " of client \"" + client.getClientId() + "\"" : "";
        return "role \"" + role.getName() + "\"" + of;
    }

    /** A group, such as {@code group "/staff/night"}. */
    public static String group(GroupModel group, AdminPermissionEvaluator permissions) {
        return permissions.groups().canView(group)
                ? "group \"" + KeycloakModelUtils.buildGroupPath(group) + "\""
                : "a group that you may not view";
    }
}
