package org.millrace.bulk.writer.model;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.ClientModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleContainerModel;
import org.keycloak.models.RoleModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** The roles of a realm as one session sees them, and what the caller may do with them. For that session's thread. */
final class RoleLookup {
    private final RealmModel realm;
    private final AdminPermissionEvaluator permissions;
    private final Map<String, Optional<ClientModel>> clients = new HashMap<>();

    RoleLookup(ChunkSession in) {
        this.realm = in.realm();
        this.permissions = in.permissions();
    }

    /** What holds the role, there already or to come; empty if there is no such client. */
    Optional<RoleContainerModel> container(@Nullable String clientId) {
        return clientId == null ? Optional.of(realm) : client(clientId).map(client -> client);
    }

    Optional<ClientModel> client(String clientId) {
        return clients.computeIfAbsent(clientId, id -> Optional.ofNullable(realm.getClientByClientId(id)));
    }

    Optional<RoleModel> role(RoleName name) {
        return container(name.clientId()).map(container -> container.getRole(name.name()));
    }

    Optional<RoleModel> byId(String id) {
        return Optional.ofNullable(realm.getRoleById(id));
    }

    RoleName name(RoleModel role) {
        return new RoleName(
                role.getContainer() instanceof ClientModel client ? client.getClientId() : null, role.getName());
    }

    boolean mayManage(RoleContainerModel container) {
        return permissions.roles().canManage(container);
    }

    boolean mayManage(RoleModel role) {
        return permissions.roles().canManage(role);
    }

    /** Whether the caller may put the role into others, by the check of the call that does. */
    boolean mayCompose(RoleModel role) {
        return permissions.roles().canMapComposite(role);
    }
}
