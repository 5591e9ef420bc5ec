package org.millrace.bulk.entity.role;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.ClientModel;
import org.keycloak.models.RoleContainerModel;
import org.keycloak.models.RoleModel;
import org.keycloak.representations.idm.RoleRepresentation;
import org.millrace.bulk.delete.AdministratorProtection;
import org.millrace.bulk.delete.DeletionSession;
import org.millrace.bulk.delete.EntityDeletion;
import org.millrace.bulk.record.field.Violation;
import org.millrace.server.JpaSession;

/** Deletes roles of the realm and of clients as {@code DELETE /roles/{name}} does. */
final class RoleDeletion extends EntityDeletion<RoleRecord, RoleModel> {
    private final AdministratorProtection protection;
    private final RoleLookup roles;
    private final boolean dryRun;

    RoleDeletion(DeletionSession session) {
        super(session.in());
        this.protection = session.protection();
        this.roles = new RoleLookup(session.in());
        this.dryRun = session.users().isDryRun();
    }

    @Override
    protected String word() {
        return "Role";
    }

    @Override
    @Nullable
    protected String id(RoleRecord item) {
        return item.role().getId();
    }

    @Override
    @Nullable
    protected String name(RoleRecord item) {
        return item.role().getName();
    }

    @Override
    @Nullable
    protected RoleModel byId(RoleRecord item, String id) {
        return in().realm().getRoleById(id);
    }

    /** A role whose client is not known is rejected: by its name, the role of the realm would be found instead. */
    @Override
    protected Optional<Violation> fault(RoleRecord item) {
        String id = item.role().getId();
        if (id != null && !id.isBlank()) {
            return Optional.empty();
        }
        if (isOfUnnamedClient(item)) {
            return Optional.of(RolePlan.missingClient());
        }
        boolean isUnknown = namesContainer(item) && roles.clientId(item) == null;
        return isUnknown
                ? Optional.of(
                        roles.maySeeClients()
                                ? roles.unknownClient("containerId", item.role().getContainerId())
                                : forbidden(null, item.role().getName()))
                : Optional.empty();
    }

    /** Whether the role is in a container that the record names, and that is not the realm. */
    private boolean namesContainer(RoleRecord item) {
        String containerId = item.role().getContainerId();
        return item.role().getClientRole() == null
                && item.clientId() == null
                && containerId != null
                && !containerId.equals(in().realm().getId());
    }

    @Override
    @Nullable
    protected RoleModel byName(RoleRecord item, String name) {
        if (isOfUnnamedClient(item)) {
            RoleModel role = byId(item, item.role().getId());
            return role != null && role.isClientRole() && role.getName().equals(name) ? role : null;
        }
        return roles.role(new RoleName(roles.clientId(item), name)).orElse(null);
    }

    private boolean isOfUnnamedClient(RoleRecord item) {
        return "".equals(roles.clientId(item));
    }

    @Override
    protected String idOf(RoleModel role) {
        return role.getId();
    }

    @Override
    protected boolean mayDelete(RoleModel role) {
        return in().permissions().roles().canManage(role);
    }

    @Override
    protected boolean maySeeAll(RoleRecord item) {
        return namesContainer(item) || roles.clientId(item) != null
                ? in().permissions().clients().canView()
                : in().permissions().realm().canViewRealm();
    }

    @Override
    protected Optional<Violation> refusal(RoleModel role) {
        return Objects.equals(in().realm().getDefaultRole(), role)
                ? Optional.of(Violation.of(
                        "default-role",
                        "name",
                        "Role \"" + role.getName() + "\" is the default role of the realm and cannot be deleted"))
                : protection.refusal(role);
    }

    @Override
    protected boolean remove(RoleModel role) {
        RoleRepresentation shown = new RoleRepresentation();
        shown.setId(role.getId());
        shown.setName(role.getName());
        RoleContainerModel container = role.getContainer();
        if (dryRun) {
            // Earlier records were written in the same session.
            JpaSession.detachComposites(in().session(), role.getId());
        }
        boolean removed = container.removeRole(role);
        in().audit("deleted role " + shown.getId());
        if (container instanceof ClientModel client) {
            in().tell(
                            OperationType.DELETE,
                            ResourceType.CLIENT_ROLE,
                            () -> shown,
                            "clients",
                            client.getId(),
                            "roles",
                            shown.getName());
        } else {
            in().tell(OperationType.DELETE, ResourceType.REALM_ROLE, () -> shown, "roles", shown.getName());
        }
        return removed;
    }
}
