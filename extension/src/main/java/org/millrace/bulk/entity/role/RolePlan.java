package org.millrace.bulk.entity.role;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.RoleContainerModel;
import org.keycloak.models.RoleModel;
import org.keycloak.representations.idm.RoleRepresentation;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.ImportScope;
import org.millrace.bulk.writer.OnConflict;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.id.EntityId;
import org.millrace.bulk.writer.model.TextLengths;

/** The planned change of one record of a role, or its problems. For one thread. */
final class RolePlan {
    private final RoleRecord item;
    private final RoleName name;
    private final Set<RoleName> composites;
    private final List<Violation> problems = new ArrayList<>(0);
    private @Nullable RoleModel stored;
    /** Whether the role exists and the options leave it unchanged. */
    private boolean isLeft;

    private RolePlan(RoleRecord item, RoleLookup roles) {
        this.item = item;
        String given = item.role().getName();
        this.name = new RoleName(roles.clientId(item), given == null ? "" : given.trim());
        this.composites = RoleName.composites(item.role());
    }

    /**
     * Plans a record.
     *
     * @param earlier the plans of records that stand before it in its chunk
     */
    static RolePlan of(RoleRecord item, RoleLookup roles, ImportScope scope, Map<RoleName, RolePlan> earlier) {
        RolePlan plan = new RolePlan(item, roles);
        plan.check(roles, scope, earlier);
        return plan;
    }

    /** The names of the role and of its composites. */
    static Set<RoleName> named(RoleRecord item, RoleLookup roles) {
        RolePlan plan = new RolePlan(item, roles);
        Set<RoleName> names = new LinkedHashSet<>(plan.composites);
        names.add(plan.name);
        return names;
    }

    private void check(RoleLookup roles, ImportScope scope, Map<RoleName, RolePlan> earlier) {
        if (name.name().isEmpty()) {
            problems.add(Violation.of("missing-name", "name", "Missing field \"name\""));
            return;
        }
        ValidationResult result = new ValidationResult(scope.validation(), List.of());
        TextLengths lengths = new TextLengths(result);
        lengths.check("name", name.name(), TextLengths.USUAL);
        lengths.check("description", item.role().getDescription(), TextLengths.USUAL);
        lengths.check("attributes", item.role().getAttributes());
        problems.addAll(result.problems());
        Optional<RoleContainerModel> container = roles.container(name.clientId());
        if (container.isEmpty()) {
            problems.add(noClient(roles));
            return;
        }
        stored = stored(roles).orElse(null);
        isLeft = scope.onConflict() == OnConflict.SKIP
                && stored != null
                && stored.getContainerId().equals(container.get().getId())
                && roles.maySee(container.get());
        if (isLeft) {
            return;
        }
        boolean mayManage = roles.mayManage(container.get());
        // A caller who may view the role may learn that it equals the record.
        isLeft = !mayManage
                && stored != null
                && scope.onConflict().isChanging()
                && stored.getContainerId().equals(container.get().getId())
                && roles.maySee(container.get())
                && isAsWanted(stored, roles, scope.onConflict() == OnConflict.REPLACE);
        if (isLeft) {
            return;
        }
        if (!mayManage) {
            problems.add(forbidden());
            return;
        }
        boolean isThere = stored != null || earlier.containsKey(name);
        Optional<Violation> newId = needsId(container.get())
                ? EntityId.problemOfNew("role", "id", item.role().getId(), roles.mayChooseIds())
                : Optional.empty();
        if (newId.isPresent()) {
            problems.add(newId.get());
        } else if (stored != null
                && !stored.getContainerId().equals(container.get().getId())) {
            problems.add(roles.idInUse(stored.getId()));
        } else if (stored == null && isTaken(roles)) {
            problems.add(roles.idInUse(String.valueOf(item.role().getId())));
        } else if (isThere && !scope.onConflict().isChanging() && !isLeftByEarlier(scope)) {
            problems.add(exists());
        } else if (stored != null && scope.onConflict().isChanging()) {
            checkChange(stored, roles, scope.onConflict() == OnConflict.REPLACE);
        }
    }

    /** Whether the record has an id that no role of its container has. */
    private boolean needsId(RoleContainerModel container) {
        return item.role().getId() != null
                && (stored == null || !stored.getContainerId().equals(container.getId()));
    }

    /** With {@code skip}, a role that an earlier record of the chunk creates is left as that record leaves it. */
    private boolean isLeftByEarlier(ImportScope scope) {
        return scope.onConflict() == OnConflict.SKIP && stored == null;
    }

    /** The problem of a role that exists; by its id, if it has another name. */
    private Violation exists() {
        RoleModel found = stored;
        return found == null || found.getName().equals(name.name())
                ? Violation.of("role-exists", "name", name.capitalized() + " already exists")
                : Violation.of("role-exists", "id", "Role with id \"" + found.getId() + "\" already exists");
    }

    /** The same for a client that does not exist, where the caller may not know; the client as the record names it. */
    private Violation forbidden() {
        String client = item.clientId() != null ? item.clientId() : item.role().getContainerId();
        return Violation.of(
                "forbidden",
                null,
                name.clientId() == null
                        ? "You may not manage roles of the realm"
                        : "You may not manage roles of client \"" + client + "\"");
    }

    private Violation noClient(RoleLookup roles) {
        if (!roles.maySeeClients()) {
            return forbidden();
        }
        if (item.clientId() != null) {
            return roles.unknownClient("clientId", item.clientId());
        }
        String containerId = item.role().getContainerId();
        return containerId == null ? missingClient() : roles.unknownClient("containerId", containerId);
    }

    /** The problem of a client role whose client is not in the record. */
    static Violation missingClient() {
        return Violation.of(
                "missing-client", "clientId", "A client role (clientRole: true) requires clientId or containerId");
    }

    private boolean isTaken(RoleLookup roles) {
        String id = item.role().getId();
        return id != null && roles.isTaken(id);
    }

    /** Whether the role has all fields of the record; with replace, exactly these. */
    private boolean isAsWanted(RoleModel role, RoleLookup roles, boolean replaces) {
        RoleRepresentation wanted = item.role();
        Map<String, List<String>> attributes = Objects.requireNonNullElse(wanted.getAttributes(), Map.of());
        Set<String> parts = role.getCompositesStream().map(RoleModel::getId).collect(Collectors.toSet());
        Set<String> named = new HashSet<>();
        for (RoleName composite : composites) {
            Optional<RoleModel> part = roles.role(composite);
            if (part.isEmpty() || !parts.contains(part.get().getId())) {
                return false;
            }
            named.add(part.get().getId());
        }
        boolean describes = replaces || item.named().contains("description");
        return role.getName().equals(name.name())
                && (!describes || Objects.equals(role.getDescription(), wanted.getDescription()))
                && role.getAttributes().entrySet().containsAll(attributes.entrySet())
                && (!replaces || role.getAttributes().size() == attributes.size() && parts.equals(named));
    }

    private Optional<RoleModel> stored(RoleLookup roles) {
        String id = item.role().getId();
        Optional<RoleModel> byId = id == null ? Optional.empty() : roles.byId(id);
        return byId.isPresent() ? byId : roles.role(name);
    }

    /** With replace, what is removed would show what the role has. */
    private void checkChange(RoleModel role, RoleLookup roles, boolean replaces) {
        if (!roles.mayManage(role) || replaces && !roles.maySee(role)) {
            problems.add(Violation.of("forbidden", null, "You may not manage " + name.shown()));
        }
        if (!role.getName().equals(name.name()) && roles.role(name).isPresent()) {
            problems.add(Violation.of("role-exists", "name", name.capitalized() + " already exists"));
        }
    }

    /**
     * Looks up the composites of the role.
     *
     * @param coming names of roles that the chunk creates
     * @param replaces whether roles that the record does not contain are removed
     * @return whether all of them exist, or will be created
     */
    boolean checkComposites(RoleLookup roles, Set<RoleName> coming, boolean replaces) {
        if (isLeft) {
            return problems.isEmpty();
        }
        Map<String, RoleModel> present = new HashMap<>();
        if (stored != null && roles.maySee(stored)) {
            stored.getCompositesStream().forEach(part -> present.put(part.getId(), part));
        }
        Set<String> named = new HashSet<>();
        for (RoleName composite : composites) {
            Optional<RoleModel> role = roles.role(composite).filter(part -> !isRenamed(part));
            role.map(RoleModel::getId).ifPresent(named::add);
            boolean isThere = role.filter(part -> present.containsKey(part.getId()) && roles.maySee(part))
                    .isPresent();
            if (!isThere) {
                checkAdded(composite, role, roles, coming);
            }
        }
        present.keySet().removeAll(named);
        if (replaces) {
            present.values().stream()
                    .filter(part -> !roles.mayCompose(part))
                    .map(part -> Violation.of(
                            "forbidden-role",
                            "composites",
                            "Not allowed to remove " + roles.shown(part) + " from " + name.shown()))
                    .forEach(problems::add);
        }
        return problems.isEmpty();
    }

    /** Whether the record takes this name from the role, so that it names no role any more. */
    private boolean isRenamed(RoleModel part) {
        return stored != null
                && part.getId().equals(stored.getId())
                && !part.getName().equals(name.name());
    }

    private void checkAdded(RoleName composite, Optional<RoleModel> role, RoleLookup roles, Set<RoleName> coming) {
        String field = composite.clientId() == null ? "composites.realm" : "composites.client";
        Optional<RoleContainerModel> container = roles.container(composite.clientId());
        boolean comes = role.isEmpty() && container.isPresent() && coming.contains(composite);
        if (role.isPresent() || comes) {
            boolean allowed = role.map(roles::mayCompose).orElseGet(() -> roles.mayComposeNew(container.orElseThrow()));
            if (!allowed) {
                problems.add(mayNotCompose(composite, field));
            }
        } else if (!roles.maySeeRoles(composite)) {
            problems.add(mayNotCompose(composite, field));
        } else if (container.isEmpty()) {
            problems.add(roles.unknownClient(field, String.valueOf(composite.clientId())));
        } else {
            problems.add(roles.unknownRole(field, composite));
        }
    }

    private static Violation mayNotCompose(RoleName composite, String field) {
        return Violation.of(
                "forbidden-role",
                field,
                "You may not add " + composite.shown() + " to a composite role, or it does not exist");
    }

    RoleRecord item() {
        return item;
    }

    RoleName name() {
        return name;
    }

    Set<RoleName> composites() {
        return composites;
    }

    /** The role that the record is about, as it was when the chunk began; empty if there was none. */
    Optional<RoleModel> stored() {
        return Optional.ofNullable(stored);
    }

    boolean isAccepted() {
        return problems.isEmpty();
    }

    List<Violation> problems() {
        return problems;
    }
}
