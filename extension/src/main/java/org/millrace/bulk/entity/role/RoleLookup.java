package org.millrace.bulk.entity.role;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.ClientModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleContainerModel;
import org.keycloak.models.RoleModel;
import org.keycloak.representations.idm.RoleRepresentation;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.ConcurrentChangeException;
import org.millrace.bulk.writer.ViewableNames;
import org.millrace.bulk.writer.model.ChunkSession;

/**
 * The roles of a realm, looked up and created one by one through Keycloak's model, and the caller's permissions on them. For that
 * session's thread.
 */
class RoleLookup {
    private final ChunkSession in;
    private final RealmModel realm;
    private final AdminPermissionEvaluator permissions;
    private final Map<String, Optional<ClientModel>> clients = new HashMap<>();

    RoleLookup(ChunkSession in) {
        this.in = in;
        this.realm = in.realm();
        this.permissions = in.permissions();
    }

    /** The realm or client of a stored or new role; empty if the client does not exist. */
    Optional<RoleContainerModel> container(@Nullable String clientId) {
        return clientId == null ? Optional.of(realm) : client(clientId).map(client -> client);
    }

    Optional<ClientModel> client(String clientId) {
        return clients.computeIfAbsent(clientId, id -> Optional.ofNullable(realm.getClientByClientId(id)));
    }

    /**
     * The clientId of the client that a record's role belongs to; null for a role of the realm. Output of the REST API contains
     * only the client's id; if no client has this id, it is used as the clientId.
     */
    @Nullable
    String clientId(RoleRecord item) {
        String containerId = item.role().getContainerId();
        if (item.clientId() != null || Boolean.FALSE.equals(item.role().getClientRole())) {
            return item.clientId();
        }
        if (containerId == null) {
            return Boolean.TRUE.equals(item.role().getClientRole()) ? "" : null;
        }
        ClientModel client = realm.getClientById(in.imported().ids().of(containerId));
        if (client == null) {
            client = realm.getClientById(containerId);
        }
        if (client == null) {
            return Boolean.TRUE.equals(item.role().getClientRole()) ? containerId : null;
        }
        return client.getClientId();
    }

    /** Whether any role has this id, in the realm or in another. */
    boolean isTaken(String id) {
        return in.takenIds().contain("keycloak_role", id);
    }

    /** Whether new roles may have the ids of their records. */
    final boolean mayChooseIds() {
        return in.mayChooseIds();
    }

    /** The problem of a new role whose id another one has. */
    final Violation idInUse(String id) {
        return in.idInUse("role", "id", "keycloak_role", id);
    }

    /** The problem of a role whose client does not exist. */
    final Violation unknownClient(String field, String clientId) {
        return Violation.of(
                "unknown-client",
                field,
                "Client \"" + clientId + "\" does not exist in realm \"" + realm.getName() + "\"");
    }

    /** The problem of a role that does not exist. */
    final Violation unknownRole(String field, RoleName name) {
        return Violation.of(
                "unknown-role", field, name.capitalized() + " does not exist in realm \"" + realm.getName() + "\"");
    }

    Optional<RoleModel> role(RoleName name) {
        return container(name.clientId()).map(container -> container.getRole(name.name()));
    }

    Optional<RoleModel> byId(String id) {
        return Optional.ofNullable(realm.getRoleById(id));
    }

    /**
     * Creates a missing role, without its composites.
     *
     * @return its id
     */
    String make(RolePlan plan) {
        RoleContainerModel container = containerOf(plan.name());
        RoleRepresentation wanted = plan.item().role();
        String name = plan.name().name();
        RoleModel role = wanted.getId() == null ? container.addRole(name) : container.addRole(wanted.getId(), name);
        if (wanted.getDescription() != null) {
            role.setDescription(wanted.getDescription());
        }
        if (wanted.getAttributes() != null) {
            wanted.getAttributes().forEach(role::setAttribute);
        }
        return role.getId();
    }

    /** The realm or client of a planned role. */
    final RoleContainerModel containerOf(RoleName name) {
        return container(name.clientId())
                .orElseThrow(
                        () -> new ConcurrentChangeException("a client was removed while its roles were being written"));
    }

    /** Adds existing or created roles to a created composite. */
    void compose(String id, Collection<RoleName> parts) {
        RoleModel role = byId(id).orElseThrow(RoleLookup::gone);
        List<String> added = new ArrayList<>(parts.size());
        for (RoleName name : parts) {
            RoleModel part = role(name).orElseThrow(RoleLookup::gone);
            role.addCompositeRole(part);
            added.add(part.getId());
        }
        auditComposed(id, added);
    }

    /** Adds a line to the audit log about a created composite. */
    final void auditComposed(String id, List<String> parts) {
        in.audit("added roles " + parts + " to composite role " + id);
    }

    static ConcurrentChangeException gone() {
        return new ConcurrentChangeException("a role was removed");
    }

    /** Called after a stored role was renamed. */
    void renamed(String id, RoleName before, RoleName after) {}

    /** Writes the pending roles at the end of a chunk. */
    void settle() {}

    /** Writes the composites of a role that an earlier record of the chunk created, before they are compared. */
    void settleComposites(String id) {}

    boolean maySee(RoleContainerModel container) {
        return permissions.roles().canView(container);
    }

    boolean maySee(RoleModel role) {
        return permissions.roles().canView(role);
    }

    /** A stored role in a message, by name only if the caller may view it. */
    final String shown(RoleModel role) {
        return ViewableNames.role(role, permissions);
    }

    /** Whether the caller may know which clients exist. */
    boolean maySeeClients() {
        return permissions.clients().canView();
    }

    /** Whether the caller may know which roles exist in a container, of which there may be none. */
    boolean maySeeRoles(RoleName name) {
        return name.clientId() == null ? permissions.realm().canViewRealm() : maySeeClients();
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

    /** The same of a role that is yet to be created. */
    boolean mayComposeNew(RoleContainerModel container) {
        return in.mayComposeNew(container);
    }
}
