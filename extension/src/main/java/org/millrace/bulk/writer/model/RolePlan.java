package org.millrace.bulk.writer.model;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.RoleContainerModel;
import org.keycloak.models.RoleModel;
import org.keycloak.representations.idm.RoleRepresentation;
import org.millrace.bulk.record.RoleRecord;
import org.millrace.bulk.record.Violation;
import org.millrace.bulk.writer.Findings;
import org.millrace.bulk.writer.ImportScope;
import org.millrace.bulk.writer.OnConflict;

/** What is to become of one record of a role, or why nothing may. For one thread. */
final class RolePlan {
    private final RoleRecord item;
    private final RoleName name;
    private final Set<RoleName> composites;
    private final List<Violation> problems = new ArrayList<>(0);
    private @Nullable RoleModel stored;
    /** Whether it is there and stays as it is, whatever the record says. */
    private boolean isLeft;

    private RolePlan(RoleRecord item) {
        this.item = item;
        String given = item.role().getName();
        this.name = new RoleName(item.clientId(), given == null ? "" : given.trim());
        this.composites = composites(item.role());
    }

    /**
     * Plans a record.
     *
     * @param earlier the plans of records that stand before it in its chunk
     */
    static RolePlan of(RoleRecord item, RoleLookup roles, ImportScope scope, Map<RoleName, RolePlan> earlier) {
        RolePlan plan = new RolePlan(item);
        plan.check(roles, scope, earlier);
        return plan;
    }

    private static Set<RoleName> composites(RoleRepresentation role) {
        Set<RoleName> names = new LinkedHashSet<>();
        RoleRepresentation.Composites composites = role.getComposites();
        if (composites != null) {
            if (composites.getRealm() != null) {
                composites.getRealm().forEach(name -> names.add(new RoleName(null, name)));
            }
            if (composites.getClient() != null) {
                composites
                        .getClient()
                        .forEach((client, clientRoles) ->
                                clientRoles.forEach(name -> names.add(new RoleName(client, name))));
            }
        }
        return names;
    }

    /** The names of the role and of what it is composed of. */
    static Set<RoleName> named(RoleRecord item) {
        RolePlan plan = new RolePlan(item);
        Set<RoleName> names = new LinkedHashSet<>(plan.composites);
        names.add(plan.name);
        return names;
    }

    private void check(RoleLookup roles, ImportScope scope, Map<RoleName, RolePlan> earlier) {
        if (name.name().isEmpty()) {
            problems.add(Violation.of("missing-name", "name", "A role has a name"));
            return;
        }
        Findings findings = new Findings(scope.validation(), List.of());
        TextLengths lengths = new TextLengths(findings);
        lengths.check("name", name.name(), TextLengths.USUAL);
        lengths.check("description", item.role().getDescription(), TextLengths.USUAL);
        lengths.check("attributes", item.role().getAttributes());
        problems.addAll(findings.problems());
        Optional<RoleContainerModel> container = roles.container(name.clientId());
        if (container.isEmpty()) {
            problems.add(Violation.of("unknown-client", "clientId", "There is no client " + name.clientId()));
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
        if (!roles.mayManage(container.get())) {
            problems.add(Violation.of("forbidden", null, "You may not manage roles there"));
            return;
        }
        boolean isThere = stored != null || earlier.containsKey(name);
        if (stored != null && !stored.getContainerId().equals(container.get().getId())) {
            problems.add(Violation.of("id-exists", "id", "A role with this id exists elsewhere"));
        } else if (isThere && scope.onConflict() == OnConflict.FAIL) {
            problems.add(Violation.of("role-exists", "name", "A role with this name exists"));
        } else if (stored != null && scope.onConflict().isChanging()) {
            checkChange(stored, roles);
        }
    }

    private Optional<RoleModel> stored(RoleLookup roles) {
        String id = item.role().getId();
        Optional<RoleModel> byId = id == null ? Optional.empty() : roles.byId(id);
        return byId.isPresent() ? byId : roles.role(name);
    }

    private void checkChange(RoleModel role, RoleLookup roles) {
        if (!roles.mayManage(role)) {
            problems.add(Violation.of("forbidden", null, "You may not manage this role"));
        }
        if (!role.getName().equals(name.name()) && roles.role(name).isPresent()) {
            problems.add(Violation.of("role-exists", "name", "Another role has this name"));
        }
    }

    /**
     * Looks for the roles that it is composed of.
     *
     * @param coming names that the chunk will bring
     * @return whether all are there, or will be
     */
    boolean checkComposites(RoleLookup roles, Set<RoleName> coming) {
        if (isLeft) {
            return problems.isEmpty();
        }
        for (RoleName composite : composites) {
            String field = composite.clientId() == null ? "composites.realm" : "composites.client";
            Optional<RoleModel> role = roles.role(composite);
            if (role.isPresent()) {
                if (!roles.mayCompose(role.get())) {
                    problems.add(Violation.of(
                            "forbidden-role", field, "You may not put role " + composite + " into another"));
                }
            } else if (composite.clientId() != null
                    && roles.client(composite.clientId()).isEmpty()) {
                problems.add(Violation.of("unknown-client", field, "There is no client " + composite.clientId()));
            } else if (!coming.contains(composite)) {
                problems.add(Violation.of("unknown-role", field, "There is no role " + composite));
            }
        }
        return problems.isEmpty();
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
