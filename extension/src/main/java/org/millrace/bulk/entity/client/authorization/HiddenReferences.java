package org.millrace.bulk.entity.client.authorization;

import com.fasterxml.jackson.databind.JsonNode;
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
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleModel;
import org.keycloak.models.UserModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;
import org.millrace.bulk.writer.model.ChunkSession;

/**
 * Which objects that policies name are hidden from the caller: existing ones that the caller may not view, and missing ones if the caller
 * may not view all objects of their kind. Nothing is hidden from callers who manage all clients or the authorization of all clients:
 * Keycloak's own calls let them name any object. The client itself, its roles and its service account are not hidden either, and neither
 * are the objects that policies of the client name already. For one record.
 */
final class HiddenReferences {
    private final ChunkSession within;
    private final RealmModel realm;
    private final AdminPermissionEvaluator permissions;
    private final ClientIdentity client;
    private final boolean mayNameAll;
    private final Map<String, List<String>> storedConfigurations = new HashMap<>();

    HiddenReferences(ChunkSession within, ClientIdentity client) {
        this.within = within;
        this.realm = within.realm();
        this.permissions = within.permissions();
        this.client = client;
        this.mayNameAll = permissions.hasOneAdminRole(AdminRoles.MANAGE_AUTHORIZATION, AdminRoles.MANAGE_CLIENTS);
    }

    boolean isRole(String name) {
        int slash = name.indexOf('/');
        String of = slash < 0 ? null : name.substring(0, slash);
        if (mayNameAll || client.clientId().equals(of)) {
            return false;
        }
        ClientModel other = of == null ? null : realm.getClientByClientId(of);
        RoleModel role = of == null ? realmRole(name) : other == null ? null : other.getRole(name.substring(slash + 1));
        if (role != null) {
            return !mayUse(role) && !isNamedAlready("role", role.getId());
        }
        return of == null
                ? !permissions.realm().canViewRealm() && !permissions.hasOneAdminRole(AdminRoles.MANAGE_USERS)
                : !mayView(other);
    }

    private @Nullable RoleModel realmRole(String name) {
        RoleModel named = realm.getRole(name);
        return named == null ? realm.getRoleById(name) : named;
    }

    /** Keycloak lists the roles that can be mapped to users or to clients, too. */
    private boolean mayUse(RoleModel role) {
        return role.getContainerId().equals(client.id())
                || permissions.roles().canView(role)
                || permissions.roles().canMapRole(role)
                || permissions.roles().canMapClientScope(role);
    }

    private boolean mayView(@Nullable ClientModel other) {
        return permissions.clients().canView()
                || other != null && permissions.clients().canView(other);
    }

    /** @param group null if it does not exist */
    boolean isGroup(@Nullable GroupModel group) {
        if (mayNameAll) {
            return false;
        }
        return group == null
                ? !permissions.groups().canView()
                : !permissions.groups().canView(group) && !isNamedAlready("group", group.getId());
    }

    /**
     * The same of the owner of a resource.
     *
     * @param user null if it does not exist
     */
    boolean isOwner(String name, @Nullable UserModel user) {
        return isUser(name, user) && !ownsAlready(user);
    }

    private boolean ownsAlready(@Nullable UserModel user) {
        ResourceServer server = server();
        return user != null
                && server != null
                && !stores().getResourceStore()
                        .findByOwner(server, user.getId())
                        .isEmpty();
    }

    private @Nullable UserModel user(String name) {
        UserModel named = within.session().users().getUserByUsername(realm, name);
        return named == null ? within.session().users().getUserById(realm, name) : named;
    }

    boolean isUser(String name) {
        return isUser(name, user(name));
    }

    private boolean isUser(String name, @Nullable UserModel user) {
        if (mayNameAll || client.isServiceAccount(name)) {
            return false;
        }
        if (user == null) {
            return !permissions.users().canView();
        }
        return !permissions.users().canView(user)
                && !client.id().equals(user.getServiceAccountClientLink())
                && !isNamedAlready("user", user.getId());
    }

    boolean isClient(String name) {
        if (mayNameAll || client.is(name)) {
            return false;
        }
        ClientModel named = realm.getClientByClientId(name);
        ClientModel other = named == null ? realm.getClientById(name) : named;
        return !mayView(other) && (other == null || !isNamedAlready("client", other.getId()));
    }

    boolean isClientScope(String name) {
        ClientScopeModel named = realm.getClientScopesStream()
                .filter(scope -> scope.getName().equals(name))
                .findFirst()
                .orElseGet(() -> realm.getClientScopeById(name));
        return !mayNameAll
                && !permissions.clients().canView()
                && (named == null
                        || !permissions.clients().canView(named) && !isNamedAlready("client-scope", named.getId()));
    }

    /** Whether a stored policy of the client names the object, whose id the caller can read there. */
    private boolean isNamedAlready(String type, String id) {
        return storedConfigurations.computeIfAbsent(type, this::configurations).stream()
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

    /** The text of a reference in a message: the name or the id. */
    static String text(String type, JsonNode each) {
        return switch (type) {
            case "user", "client" -> each.asText();
            case "group" -> each.path("id").asText(each.path("path").asText(""));
            default -> each.path("id").asText();
        };
    }
}
