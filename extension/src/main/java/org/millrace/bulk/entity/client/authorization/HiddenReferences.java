package org.millrace.bulk.entity.client.authorization;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.keycloak.authorization.AuthorizationProvider;
import org.keycloak.authorization.model.Policy;
import org.keycloak.authorization.model.ResourceServer;
import org.keycloak.authorization.store.StoreFactory;
import org.keycloak.models.AdminRoles;
import org.keycloak.models.ClientModel;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.models.GroupModel;
import org.keycloak.models.RoleModel;
import org.keycloak.models.UserModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;
import org.millrace.bulk.entity.resource.HiddenOwners;
import org.millrace.bulk.writer.model.ChunkSession;

/**
 * Which objects that policies name are hidden from the caller: existing ones that the caller may not view, and missing ones (null) unless the
 * caller may view all objects of their kind. Nothing is hidden from callers who manage all clients or the authorization of all clients:
 * Keycloak's own calls let them name any object. Roles of the client and its service account are not hidden either, and neither are the objects
 * that policies of the client name already. For one record.
 */
final class HiddenReferences {
    private final ChunkSession within;
    private final AdminPermissionEvaluator permissions;
    private final ClientIdentity client;
    private final HiddenOwners owners;
    private final boolean mayNameAll;
    private final Map<String, List<String>> storedConfigurations = new HashMap<>();

    HiddenReferences(ChunkSession within, ClientIdentity client) {
        this.within = within;
        this.permissions = within.permissions();
        this.client = client;
        this.owners = new HiddenOwners(within);
        this.mayNameAll = permissions.hasOneAdminRole(AdminRoles.MANAGE_AUTHORIZATION, AdminRoles.MANAGE_CLIENTS);
    }

    boolean isRealmRole(@Nullable RoleModel role) {
        if (mayNameAll) {
            return false;
        }
        return role == null ? !mayViewAllRoles() : isHidden(role);
    }

    /** An id may be that of a client's role. */
    private boolean mayViewAllRoles() {
        return permissions.clients().canView()
                && (permissions.realm().canViewRealm() || permissions.hasOneAdminRole(AdminRoles.MANAGE_USERS));
    }

    /** @param container of the role; null if there is no such client */
    boolean isClientRole(@Nullable RoleModel role, @Nullable ClientModel container) {
        if (mayNameAll) {
            return false;
        }
        if (role != null) {
            return isHidden(role);
        }
        return container == null
                ? !permissions.clients().canView()
                : !permissions.clients().canView(container);
    }

    /** Keycloak lists the roles that can be mapped to users or to clients, too. */
    private boolean isHidden(RoleModel role) {
        boolean mayUse = role.getContainerId().equals(client.id())
                || permissions.roles().canView(role)
                || permissions.roles().canMapRole(role)
                || permissions.roles().canMapClientScope(role);
        return !mayUse && !isNamedAlready("role", role.getId());
    }

    boolean isGroup(@Nullable GroupModel group) {
        if (mayNameAll) {
            return false;
        }
        return group == null
                ? !permissions.groups().canView()
                : !permissions.groups().canView(group) && !isNamedAlready("group", group.getId());
    }

    /** Whether a user is hidden as the owner of a resource. */
    boolean isOwner(@Nullable UserModel user) {
        return isUser(user) && owners.isHidden(server(), user);
    }

    boolean isUser(@Nullable UserModel user) {
        if (mayNameAll) {
            return false;
        }
        return user == null
                ? !permissions.users().canView()
                : !permissions.users().canView(user)
                        && !client.id().equals(user.getServiceAccountClientLink())
                        && !isNamedAlready("user", user.getId());
    }

    boolean isClient(@Nullable ClientModel other) {
        if (mayNameAll) {
            return false;
        }
        return other == null
                ? !permissions.clients().canView()
                : !permissions.clients().canView(other) && !isNamedAlready("client", other.getId());
    }

    boolean isClientScope(@Nullable ClientScopeModel scope) {
        if (mayNameAll) {
            return false;
        }
        return scope == null
                ? !permissions.clients().canView()
                : !permissions.clients().canView(scope) && !isNamedAlready("client-scope", scope.getId());
    }

    /** Whether a stored policy of the client names the object, and the caller can read its id there. */
    private boolean isNamedAlready(String type, String id) {
        return permissions.realm().canViewAuthorization(server())
                && storedConfigurations.computeIfAbsent(type, this::configurations).stream()
                        .anyMatch(configuration -> configuration.contains('"' + id + '"'));
    }

    private List<String> configurations(String type) {
        ResourceServer server = server();
        String list = PolicyReferences.listOf(type);
        return server == null || list == null
                ? List.of()
                : stores().getPolicyStore().findByType(server, type).stream()
                        .map(Policy::getConfig)
                        .map(configuration -> configuration.getOrDefault(list, ""))
                        .toList();
    }

    private @Nullable ResourceServer server() {
        ClientModel stored = client.stored();
        return stored == null ? null : stores().getResourceServerStore().findByClient(stored);
    }

    private StoreFactory stores() {
        return within.session().getProvider(AuthorizationProvider.class).getStoreFactory();
    }
}
