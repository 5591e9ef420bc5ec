package org.millrace.bulk.writer;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.AdminRoles;
import org.keycloak.models.ClientModel;
import org.keycloak.models.Constants;
import org.keycloak.models.GroupModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleModel;
import org.keycloak.services.managers.RealmManager;

/**
 * Which roles and groups of a realm give administrative rights: the roles of the client {@code realm-management}, in the master realm
 * {@code admin}, {@code create-realm} and the roles of the clients {@code <realm>-realm}, and composite roles that contain one of them. A
 * group gives them by its own roles, or by those of a group above it. For one session and its thread.
 */
public final class AdministrativeRoles {
    private final RealmModel realm;
    private final boolean isMaster;
    private final Map<String, Boolean> roles = new HashMap<>();
    private final Map<String, Boolean> groups = new HashMap<>();

    /** Roles of a realm as the session sees them. */
    public AdministrativeRoles(RealmModel realm) {
        this.realm = realm;
        this.isMaster = RealmManager.isAdministrationRealm(realm);
    }

    /** Whether a role gives administrative rights; false if it does not exist. */
    public boolean isRole(String id) {
        Boolean known = roles.get(id);
        if (known == null) {
            RoleModel role = realm.getRoleById(id);
            known = role != null && isAdministrative(role);
            roles.put(id, known);
        }
        return known;
    }

    /** Whether members of a group get administrative rights; false if it does not exist. */
    public boolean isGroup(String id) {
        Boolean known = groups.get(id);
        if (known == null) {
            GroupModel group = realm.getGroupById(id);
            known = group != null
                    && (group.getRoleMappingsStream().anyMatch(role -> isRole(role.getId()))
                            || group.getParentId() != null && isGroup(group.getParentId()));
            groups.put(id, known);
        }
        return known;
    }

    /** Without recursion: composite roles may be in each other at any depth. */
    private boolean isAdministrative(RoleModel first) {
        Set<String> visited = new HashSet<>(Set.of(first.getId()));
        Deque<RoleModel> left = new ArrayDeque<>(List.of(first));
        while (!left.isEmpty()) {
            RoleModel role = left.remove();
            if (isAdministrativeItself(role)) {
                return true;
            }
            if (role.isComposite()) {
                role.getCompositesStream()
                        .filter(part -> visited.add(part.getId()))
                        .forEach(left::add);
            }
        }
        return false;
    }

    private boolean isAdministrativeItself(RoleModel role) {
        if (role.getContainer() instanceof ClientModel client) {
            return isMaster
                    ? client.getClientId().endsWith(AdminRoles.APP_SUFFIX)
                    : client.getClientId().equals(Constants.REALM_MANAGEMENT_CLIENT_ID);
        }
        return isMaster
                && (role.getName().equals(AdminRoles.ADMIN) || role.getName().equals(AdminRoles.CREATE_REALM));
    }
}
