package org.millrace.bulk.entity.group;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.AdminRoles;
import org.keycloak.models.ClientModel;
import org.keycloak.models.RoleModel;
import org.keycloak.representations.idm.GroupRepresentation;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.ViewableNames;
import org.millrace.bulk.writer.model.ChunkSession;

/** The roles that records map to groups, by the checks of {@code role-mappings}. For one session and its thread. */
public final class MappedRoles {
    private final ChunkSession in;
    private final Map<String, Optional<RoleModel>> known = new HashMap<>();
    private final Map<String, Boolean> mappable = new HashMap<>();

    public MappedRoles(ChunkSession in) {
        this.in = in;
    }

    /**
     * The roles of a record, by their ids. Missing roles are problems.
     *
     * @param at the path of the group in the record, with a dot at its end, or empty
     */
    Map<String, RoleModel> named(GroupRepresentation group, String at, ValidationResult result) {
        Map<String, RoleModel> roles = new LinkedHashMap<>();
        for (String name : present(group.getRealmRoles())) {
            find(roles, at + "realmRoles", name, "", () -> in.realm().getRole(name.trim()), result);
        }
        Map<String, List<String>> ofClients = group.getClientRoles() == null ? Map.of() : group.getClientRoles();
        ofClients.forEach((clientId, names) -> {
            for (String name : present(names)) {
                String field = at + "clientRoles." + clientId;
                find(roles, field, name, clientId, () -> ofClient(clientId, name.trim()), result);
            }
        });
        return roles;
    }

    private @Nullable RoleModel ofClient(String clientId, String name) {
        ClientModel client = in.realm().getClientByClientId(clientId);
        return client == null ? null : client.getRole(name);
    }

    private void find(
            Map<String, RoleModel> roles,
            String field,
            String name,
            String clientId,
            Supplier<@Nullable RoleModel> lookUp,
            ValidationResult result) {
        Optional<RoleModel> role =
                known.computeIfAbsent(clientId + "\0" + name, key -> Optional.ofNullable(lookUp.get()));
        boolean isHidden = role.isPresent()
                ? !in.permissions().roles().canView(role.get()) && !mayMap(role.get())
                : !maySeeRoles(clientId);
        if (!isHidden && role.isPresent()) {
            roles.put(role.get().getId(), role.get());
        } else if (isHidden) {
            result.reject(Violation.of("forbidden-role", field, mayNot(name)));
        } else {
            String of = clientId.isEmpty() ? "" : " of client \"" + clientId + "\"";
            String realm = " does not exist in realm \"" + in.realm().getName() + "\"";
            result.object(Violation.of("unknown-role", field, "Role \"" + name + "\"" + of + realm));
        }
    }

    /** A user manager may list all roles that can be mapped; the others have well-known names. */
    private boolean maySeeRoles(String clientId) {
        AdminPermissionEvaluator permissions = in.permissions();
        return permissions.hasOneAdminRole(AdminRoles.MANAGE_USERS)
                || (clientId.isEmpty()
                        ? permissions.realm().canViewRealm()
                        : permissions.clients().canView());
    }

    private static String mayNot(String name) {
        return "You may not assign role \"" + name + "\", or it does not exist";
    }

    /** Rejects new mappings of roles that the caller may not map. */
    void check(Collection<RoleModel> roles, String at, ValidationResult result) {
        for (RoleModel role : roles) {
            if (!mayMap(role)) {
                String field = role.getContainer() instanceof ClientModel client
                        ? "clientRoles." + client.getClientId()
                        : "realmRoles";
                result.reject(Violation.of("forbidden-role", at + field, mayNot(role.getName())));
            }
        }
    }

    /** Rejects the removal of roles that the caller may not map. */
    void checkRemoved(Collection<RoleModel> roles, String at, ValidationResult result) {
        for (RoleModel role : roles) {
            if (!mayMap(role)) {
                String detail = "Not allowed to revoke " + ViewableNames.role(role, in.permissions());
                result.reject(Violation.of("forbidden-role", at + "realmRoles", detail));
            }
        }
    }

    private boolean mayMap(RoleModel role) {
        return mappable.computeIfAbsent(
                role.getId(), id -> in.permissions().roles().canMapRole(role));
    }

    private static List<String> present(@Nullable List<String> names) {
        return names == null ? List.of() : names;
    }
}
