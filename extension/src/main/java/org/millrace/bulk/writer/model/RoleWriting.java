package org.millrace.bulk.writer.model;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.ClientModel;
import org.keycloak.models.RoleContainerModel;
import org.keycloak.models.RoleModel;
import org.keycloak.models.utils.ModelToRepresentation;
import org.keycloak.representations.idm.RoleRepresentation;
import org.millrace.bulk.chunk.Outcome;
import org.millrace.bulk.writer.OnConflict;

/** Writes the roles of one chunk as they were planned. For one thread. */
final class RoleWriting {
    private final ChunkSession in;
    private final RoleLookup roles;
    private final Map<RolePlan, RoleModel> written = new HashMap<>();
    private final Set<RolePlan> created = new HashSet<>();
    private final Set<RolePlan> changed = new HashSet<>();

    RoleWriting(ChunkSession in, RoleLookup roles) {
        this.in = in;
        this.roles = roles;
    }

    /** Writes the role itself. */
    void write(RolePlan plan) {
        // An earlier record of the same name may have been rejected by now.
        Optional<RoleModel> there = plan.stored().or(() -> roles.role(plan.name()));
        RoleModel role = there.orElseGet(() -> add(plan));
        written.put(plan, role);
        if (there.isEmpty()) {
            created.add(plan);
            set(plan, role);
        } else if (isChanging() && set(plan, role)) {
            changed.add(plan);
        }
    }

    private RoleModel add(RolePlan plan) {
        RoleContainerModel container = roles.container(plan.name().clientId())
                .orElseThrow(
                        () -> new IllegalStateException("a client was removed while its roles were being written"));
        String id = plan.item().role().getId();
        return id == null
                ? container.addRole(plan.name().name())
                : container.addRole(id, plan.name().name());
    }

    private boolean isChanging() {
        return in.onConflict().isChanging();
    }

    private boolean isReplacing() {
        return in.onConflict() == OnConflict.REPLACE;
    }

    /** Sets what is not so yet; tells whether there was anything. */
    private boolean set(RolePlan plan, RoleModel role) {
        RoleRepresentation wanted = plan.item().role();
        boolean different = false;
        if (!role.getName().equals(plan.name().name())) {
            rename(role, plan.name());
            different = true;
        }
        boolean describes = isReplacing() || plan.item().named().contains("description");
        if (describes && !Objects.equals(role.getDescription(), wanted.getDescription())) {
            role.setDescription(wanted.getDescription());
            different = true;
        }
        return setAttributes(wanted, role) || different;
    }

    private boolean setAttributes(RoleRepresentation wanted, RoleModel role) {
        Map<String, List<String>> before = role.getAttributes();
        Map<String, List<String>> attributes = Objects.requireNonNullElse(wanted.getAttributes(), Map.of());
        boolean different = false;
        for (Map.Entry<String, List<String>> attribute : attributes.entrySet()) {
            if (!attribute.getValue().equals(before.get(attribute.getKey()))) {
                role.setAttribute(attribute.getKey(), attribute.getValue());
                different = true;
            }
        }
        if (isReplacing()) {
            for (String name : before.keySet()) {
                if (!attributes.containsKey(name)) {
                    role.removeAttribute(name);
                    different = true;
                }
            }
        }
        return different;
    }

    private void rename(RoleModel role, RoleName name) {
        String previous = role.getName();
        role.setName(name.name());
        in.session().getKeycloakSessionFactory().publish(new RoleNameChange(in.session(), in.realm(), name, previous));
    }

    /** Puts roles into the role, once all roles of the chunk are there; tells of it, and of nothing that stayed as it was. */
    void compose(RolePlan plan) {
        RoleModel role = Objects.requireNonNull(written.get(plan), "the role was written before");
        boolean isNew = created.contains(plan);
        if (isNew || isChanging()) {
            Set<RoleModel> wanted = plan.composites().stream()
                    .map(name -> roles.role(name)
                            .orElseThrow(() -> new IllegalStateException("a role that was found is gone")))
                    .collect(Collectors.toSet());
            Set<String> present = isNew
                    ? Set.of()
                    : role.getCompositesStream().map(RoleModel::getId).collect(Collectors.toSet());
            for (RoleModel part : wanted) {
                if (!present.contains(part.getId())) {
                    role.addCompositeRole(part);
                    changed.add(plan);
                }
            }
            if (isReplacing() && !isNew) {
                decompose(plan, role, wanted);
            }
        }
        if (isNew) {
            tell(OperationType.CREATE, role);
        } else if (changed.contains(plan)) {
            tell(OperationType.UPDATE, role);
        }
    }

    private void decompose(RolePlan plan, RoleModel role, Set<RoleModel> wanted) {
        Set<String> kept = wanted.stream().map(RoleModel::getId).collect(Collectors.toSet());
        for (RoleModel part : role.getCompositesStream().toList()) {
            if (!kept.contains(part.getId())) {
                role.removeCompositeRole(part);
                changed.add(plan);
            }
        }
    }

    private void tell(OperationType operation, RoleModel role) {
        boolean isClientRole = role.getContainer() instanceof ClientModel;
        String[] path = isClientRole
                ? new String[] {"clients", role.getContainerId(), "roles", role.getName()}
                : new String[] {"roles", role.getName()};
        in.tell(
                operation,
                isClientRole ? ResourceType.CLIENT_ROLE : ResourceType.REALM_ROLE,
                () -> ModelToRepresentation.toRepresentation(role),
                path);
    }

    Outcome outcome(RolePlan plan) {
        String id = Objects.requireNonNull(written.get(plan), "the role was written before")
                .getId();
        return EntityOutcomes.of(
                plan.item(),
                created.contains(plan),
                changed.contains(plan),
                id,
                plan.item().warnings());
    }
}
