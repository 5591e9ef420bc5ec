package org.millrace.bulk.entity.role;

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
import org.keycloak.models.RoleModel;
import org.keycloak.models.utils.ModelToRepresentation;
import org.keycloak.representations.idm.RoleRepresentation;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.writer.OnConflict;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.EntityOutcomes;
import org.millrace.server.JpaSession;

/** Writes the roles of one chunk as they were planned. For one thread. */
final class RoleWriting {
    private final ChunkSession in;
    private final RoleLookup roles;
    private final Map<RolePlan, String> ids = new HashMap<>();
    private final Map<RolePlan, RoleModel> there = new HashMap<>();
    private final Set<RolePlan> changed = new HashSet<>();

    RoleWriting(ChunkSession in, RoleLookup roles) {
        this.in = in;
        this.roles = roles;
    }

    /** Writes the role itself. */
    void write(RolePlan plan) {
        // An earlier record of the same name may have been rejected by now.
        Optional<RoleModel> present = plan.stored().or(() -> roles.role(plan.name()));
        if (present.isEmpty()) {
            ids.put(plan, roles.make(plan));
            return;
        }
        there.put(plan, present.get());
        ids.put(plan, present.get().getId());
        if (isChanging()) {
            in.changing(
                    plan.item().position(),
                    present.get().getId(),
                    () -> RoleImage.of(in.realm(), present.get().getId()));
            // As with PUT, a caller who may not view the role does not learn that it equals the record.
            if (set(plan, present.get()) || !roles.maySee(present.get())) {
                changed.add(plan);
            }
        }
    }

    private boolean isChanging() {
        return in.onConflict().isChanging();
    }

    private boolean isReplacing() {
        return in.onConflict() == OnConflict.REPLACE;
    }

    /** Applies the differences; true if there were any. */
    private boolean set(RolePlan plan, RoleModel role) {
        RoleRepresentation wanted = plan.item().role();
        boolean different = false;
        if (!role.getName().equals(plan.name().name())) {
            rename(role, plan);
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

    private void rename(RoleModel role, RolePlan plan) {
        RoleName name = plan.name();
        String previous = role.getName();
        role.setName(name.name());
        roles.renamed(role.getId(), new RoleName(name.clientId(), previous), name);
        in.session().getKeycloakSessionFactory().publish(new RoleNameChange(in.session(), in.realm(), name, previous));
    }

    /** Adds the composites of a role, after all roles of the chunk exist. */
    void compose(RolePlan plan) {
        RoleModel role = there.get(plan);
        if (role == null) {
            if (!plan.composites().isEmpty()) {
                roles.compose(id(plan), plan.composites());
            }
            return;
        }
        if (!isChanging()) {
            return;
        }
        roles.settleComposites(role.getId());
        Set<RoleModel> wanted = plan.composites().stream()
                .map(name -> roles.role(name).orElseThrow(RoleLookup::gone))
                .collect(Collectors.toSet());
        Set<String> present = role.getCompositesStream().map(RoleModel::getId).collect(Collectors.toSet());
        for (RoleModel part : wanted) {
            if (!present.contains(part.getId())) {
                role.addCompositeRole(part);
                in.audit("added role " + part.getId() + " to composite role " + role.getId());
                changed.add(plan);
            }
        }
        if (isReplacing()) {
            decompose(plan, role, wanted);
        }
    }

    private void decompose(RolePlan plan, RoleModel role, Set<RoleModel> wanted) {
        Set<String> kept = wanted.stream().map(RoleModel::getId).collect(Collectors.toSet());
        List<RoleModel> dropped = role.getCompositesStream()
                .filter(part -> !kept.contains(part.getId()))
                .toList();
        if (!dropped.isEmpty()) {
            JpaSession.detachComposites(in.session(), role.getId());
        }
        for (RoleModel part : dropped) {
            role.removeCompositeRole(part);
            in.audit("removed role " + part.getId() + " from composite role " + role.getId());
            changed.add(plan);
        }
    }

    /** Fires events for changed roles only. */
    void tell(RolePlan plan) {
        boolean isNew = isNew(plan);
        if (!isNew && !changed.contains(plan)) {
            return;
        }
        RoleName name = plan.name();
        String[] path = name.clientId() == null
                ? new String[] {"roles", name.name()}
                : new String[] {"clients", roles.containerOf(name).getId(), "roles", name.name()};
        in.tell(
                isNew ? OperationType.CREATE : OperationType.UPDATE,
                name.clientId() == null ? ResourceType.REALM_ROLE : ResourceType.CLIENT_ROLE,
                () -> ModelToRepresentation.toRepresentation(written(plan)),
                path);
    }

    private RoleModel written(RolePlan plan) {
        RoleModel present = there.get(plan);
        return present == null ? roles.byId(id(plan)).orElseThrow(RoleLookup::gone) : present;
    }

    private boolean isNew(RolePlan plan) {
        return !there.containsKey(plan);
    }

    private String id(RolePlan plan) {
        return Objects.requireNonNull(ids.get(plan), "the role was written before");
    }

    Outcome outcome(RolePlan plan) {
        return EntityOutcomes.of(
                plan.item(),
                isNew(plan),
                changed.contains(plan),
                id(plan),
                plan.item().warnings());
    }
}
