package org.millrace.bulk.writer.model;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.ClientModel;
import org.keycloak.models.RoleModel;
import org.keycloak.representations.idm.GroupRepresentation;
import org.millrace.bulk.record.Violation;
import org.millrace.bulk.writer.Findings;

/** The roles that records map to groups, by the checks of {@code role-mappings}. For one session and its thread. */
final class MappedRoles {
    private final ChunkSession in;
    private final Map<String, Optional<RoleModel>> known = new HashMap<>();
    private final Map<String, Boolean> mappable = new HashMap<>();

    MappedRoles(ChunkSession in) {
        this.in = in;
    }

    /**
     * The roles that a record names, by their ids. Those that do not exist are objected to.
     *
     * @param at the path of the group in the record, with a dot at its end, or empty
     */
    Map<String, RoleModel> named(GroupRepresentation group, String at, Findings findings) {
        Map<String, RoleModel> roles = new LinkedHashMap<>();
        for (String name : present(group.getRealmRoles())) {
            find(roles, at + "realmRoles", name, "", () -> in.realm().getRole(name.trim()), findings);
        }
        Map<String, List<String>> ofClients = group.getClientRoles() == null ? Map.of() : group.getClientRoles();
        ofClients.forEach((clientId, names) -> {
            for (String name : present(names)) {
                String field = at + "clientRoles." + clientId;
                find(roles, field, name, clientId, () -> ofClient(clientId, name.trim()), findings);
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
            Findings findings) {
        Optional<RoleModel> role =
                known.computeIfAbsent(clientId + "\0" + name, key -> Optional.ofNullable(lookUp.get()));
        if (role.isPresent()) {
            roles.put(role.get().getId(), role.get());
        } else {
            findings.object(Violation.of("unknown-role", field, "There is no role " + name));
        }
    }

    /** Objects to giving or taking roles that the caller may not map. */
    void check(Collection<RoleModel> roles, String at, Findings findings) {
        for (RoleModel role : roles) {
            boolean allowed = mappable.computeIfAbsent(
                    role.getId(), id -> in.permissions().roles().canMapRole(role));
            if (!allowed) {
                findings.reject(Violation.of(
                        "forbidden-role",
                        at + (role.isClientRole() ? "clientRoles" : "realmRoles"),
                        "You may not map the role " + role.getName()));
            }
        }
    }

    private static List<String> present(@Nullable List<String> names) {
        return names == null ? List.of() : names;
    }
}
