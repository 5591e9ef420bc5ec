package org.millrace.bulk.entity.client;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.ClientModel;
import org.keycloak.models.RoleContainerModel;
import org.keycloak.models.RoleModel;
import org.keycloak.models.utils.ModelToRepresentation;
import org.keycloak.services.resources.admin.fgap.RolePermissionEvaluator;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.model.ChunkSession;

/**
 * Puts roles into the realm's default role, as Keycloak's import of a realm does with the default roles of old exports: a role that does
 * not exist is created. For one session and its thread.
 */
public final class DefaultRoleUpdate {
    private static final String FIELD = "defaultRoles";

    private final ChunkSession within;

    /** Changes the default role of the session's realm. */
    public DefaultRoleUpdate(ChunkSession within) {
        this.within = within;
    }

    /**
     * Checks the caller's permissions.
     *
     * @param container of the roles; null for a new client
     */
    public void check(@Nullable RoleContainerModel container, List<String> names, ValidationResult result) {
        RolePermissionEvaluator roles = within.permissions().roles();
        RoleModel defaultRole = within.realm().getDefaultRole();
        boolean allowed = roles.canManage(defaultRole);
        for (String name : names) {
            RoleModel role = container == null ? null : container.getRole(name.trim());
            boolean isPart = role != null
                    && roles.canView(defaultRole)
                    && defaultRole.getCompositesStream().anyMatch(role::equals);
            boolean mayUse = role == null
                    ? container == null || roles.canManage(container) && within.mayComposeNew(container)
                    : roles.canMapComposite(role);
            if (!isPart && !(allowed && mayUse)) {
                result.reject(Violation.of(
                        "forbidden-role", FIELD, "You may not put role \"" + name.trim() + "\" into the default role"));
            }
        }
    }

    /** Adds roles to the default role; true if any was missing. */
    public boolean add(RoleContainerModel container, List<String> names) {
        RoleModel defaultRole = within.realm().getDefaultRole();
        boolean changed = false;
        for (String each : names) {
            String name = each.trim();
            RoleModel present = container.getRole(name);
            RoleModel role = present == null ? created(container, name) : present;
            if (present == null || defaultRole.getCompositesStream().noneMatch(role::equals)) {
                defaultRole.addCompositeRole(role);
                within.audit("added role " + role.getId() + " to composite role " + defaultRole.getId());
                changed = true;
                within.tell(
                        OperationType.CREATE,
                        ResourceType.REALM_ROLE,
                        () -> ModelToRepresentation.toBriefRepresentation(role),
                        "roles-by-id",
                        defaultRole.getId(),
                        "composites");
            }
        }
        return changed;
    }

    private RoleModel created(RoleContainerModel container, String name) {
        RoleModel role = container.addRole(name);
        boolean ofClient = container instanceof ClientModel;
        String[] path =
                ofClient ? new String[] {"clients", container.getId(), "roles", name} : new String[] {"roles", name};
        within.tell(
                OperationType.CREATE,
                ofClient ? ResourceType.CLIENT_ROLE : ResourceType.REALM_ROLE,
                () -> ModelToRepresentation.toRepresentation(role),
                path);
        return role;
    }
}
