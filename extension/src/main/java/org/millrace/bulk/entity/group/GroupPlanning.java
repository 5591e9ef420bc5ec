package org.millrace.bulk.entity.group;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.GroupModel;
import org.keycloak.models.RoleModel;
import org.keycloak.representations.idm.GroupRepresentation;
import org.millrace.bulk.entity.group.container.GroupContainer;
import org.millrace.bulk.entity.group.container.GroupLocation;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.OnConflict;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.id.EntityId;

/**
 * Plans the change of records to groups, or rejects them with the reasons of Keycloak's own calls. Writes nothing. For one
 * session and its thread.
 */
public final class GroupPlanning {
    private final GroupContainer place;
    private final MappedRoles roles;
    private final OnConflict onConflict;

    public GroupPlanning(GroupContainer place, MappedRoles roles, OnConflict onConflict) {
        this.place = place;
        this.roles = roles;
        this.onConflict = onConflict;
    }

    /**
     * Plans a record, identified by its path or name.
     *
     * @param named names of the fields of the record
     * @return empty if the record is rejected
     */
    public Optional<GroupPlan> of(GroupRepresentation wanted, Set<String> named, ValidationResult result) {
        new GroupLengths(result).check(wanted, "");
        if (result.isRejected()) {
            return Optional.empty();
        }
        Optional<GroupModel> present = place.byId(wanted.getId());
        if (isKept(present)) {
            return present.map(GroupPlan::kept);
        }
        Optional<Placed> placed = placed(wanted, result);
        if (placed.isEmpty()) {
            return Optional.empty();
        }
        present =
                present.or(() -> place.child(placed.get().parent(), placed.get().name()));
        if (isKept(present)) {
            return present.map(GroupPlan::kept);
        }
        GroupPlan plan = plan(new Wanted(wanted, named, "", new HashSet<>(), result), placed.get());
        return result.isRejected() ? Optional.empty() : Optional.of(plan);
    }

    private boolean isKept(Optional<GroupModel> present) {
        return onConflict == OnConflict.SKIP && present.filter(place::maySee).isPresent();
    }

    /** Plans a list of top-level groups of this container; their texts were validated. */
    public List<GroupPlan> ofAll(List<GroupRepresentation> groups, String field, ValidationResult result) {
        Wanted none = new Wanted(new GroupRepresentation(), Set.of(), "", new HashSet<>(), result);
        return plans(none, groups, field, Ancestors.existing(null));
    }

    /** A group of a record with the context of the record. */
    private record Wanted(
            GroupRepresentation group, Set<String> named, String at, Set<String> idsOfRecord, ValidationResult result) {
        void reject(String code, String field, String detail) {
            result.reject(Violation.of(code, at + field, detail));
        }
    }

    /** Where a group is to be. */
    private record Placed(Ancestors above, String name) {
        @Nullable
        GroupModel parent() {
            return above.parent();
        }

        boolean parentIsNew() {
            return above.parentIsNew();
        }
    }

    private static Placed placed(@Nullable GroupModel parent, String name) {
        return new Placed(Ancestors.existing(parent), name);
    }

    private Optional<Placed> placed(GroupRepresentation wanted, ValidationResult result) {
        boolean hasPath = wanted.getPath() != null && !wanted.getPath().isBlank();
        if (hasPath && wanted.getName() == null && !place.escapesSlashes()) {
            // A name with slashes is ambiguous as a path, unless the group exists.
            Optional<GroupModel> there = place.byPath(wanted.getPath());
            if (there.isPresent()) {
                return there.map(group -> placed(place.parent(group).orElse(null), group.getName()));
            }
        }
        Optional<GroupLocation> location =
                GroupLocation.of(wanted.getPath(), wanted.getName(), place.escapesSlashes(), result);
        if (location.isEmpty()) {
            return Optional.empty();
        }
        String name = location.get().name();
        String parentPath = location.get().parentPath();
        boolean byId = !hasPath && wanted.getParentId() != null;
        if (!byId && parentPath.isEmpty()) {
            return Optional.of(placed(null, name));
        }
        Optional<GroupModel> parent = byId ? place.byId(wanted.getParentId()) : place.byPath(parentPath);
        if (parent.isEmpty()) {
            String named = byId ? wanted.getParentId() : parentPath;
            result.reject(
                    place.maySeeAll()
                            ? Violation.of(
                                    "unknown-parent",
                                    byId ? "parentId" : "path",
                                    "Group \"" + named + "\" does not exist")
                            : forbidden(""));
        }
        return parent.map(group -> placed(group, name));
    }

    private GroupPlan plan(Wanted wanted, Placed placed) {
        Optional<GroupModel> there =
                placed.parentIsNew() ? Optional.empty() : place.child(placed.parent(), placed.name());
        Optional<GroupModel> byId =
                place.byId(wanted.group().getId()).filter(group -> place.maySee(group) || place.mayManage(group));
        Optional<GroupModel> current = byId.or(() -> there);
        boolean mayAdd = placed.parentIsNew() ? place.mayManageNew() : place.mayAddTo(placed.parent());
        boolean isAllowed = current.isPresent() && onConflict.isChanging() ? mayChange(current.get()) : mayAdd;
        if (!isAllowed) {
            wanted.result().reject(forbidden(wanted.at()));
            return GroupPlan.refused(GroupFields.of(wanted.group(), placed.name()));
        }
        // Named by its id and by its place, a group would have two places.
        String id = current.map(GroupModel::getId).orElse(wanted.group().getId());
        if (id != null && !wanted.idsOfRecord().add(id)) {
            wanted.reject(
                    "invalid-id",
                    "id",
                    current.isPresent()
                            ? "Group \"" + placed.name() + "\" is in the record twice; name each group once"
                            : "Duplicate id \"" + id + "\" in the record");
        }
        if (there.isPresent() && !there.equals(current) || current.isPresent() && !onConflict.isChanging()) {
            if (byId.isPresent()) {
                wanted.reject(
                        "group-exists",
                        "id",
                        "Group with id \"" + wanted.group().getId() + "\" already exists");
            } else {
                wanted.reject("group-exists", "name", "Group \"" + placed.name() + "\" already exists");
            }
        }
        return current.isPresent() ? changed(wanted, placed, current.get()) : created(wanted, placed);
    }

    /** With {@code replace}, what is removed would show what the group has. */
    private boolean mayChange(GroupModel group) {
        return place.mayManage(group) && (onConflict != OnConflict.REPLACE || place.maySee(group));
    }

    /** The same of a group that exists and of one that does not: the caller may not know. */
    private static Violation forbidden(String at) {
        return Violation.of("forbidden-group", at + "path", "You may not add or change this group");
    }

    private GroupPlan created(Wanted wanted, Placed placed) {
        GroupRepresentation group = wanted.group();
        checkNewId(wanted, group.getId());
        Map<String, RoleModel> granted = roles.named(group, wanted.at(), wanted.result());
        if (!granted.isEmpty() && !place.mayManageNew()) {
            wanted.reject(
                    "forbidden-group", "realmRoles", "Not allowed to map roles to group \"" + placed.name() + "\"");
        }
        roles.check(granted.values(), wanted.at(), wanted.result());
        return new GroupPlan(
                null,
                group.getId(),
                placed.parent(),
                false,
                null,
                GroupFields.of(group, placed.name()),
                granted.values(),
                List.of(),
                plans(
                        wanted,
                        present(group.getSubGroups()),
                        "subGroups",
                        placed.above().and(null)));
    }

    private void checkNewId(Wanted wanted, @Nullable String id) {
        if (id == null) {
            return;
        }
        String field = wanted.at() + "id";
        Optional<Violation> problem =
                EntityId.problemOfNew("group", field, id, place.in().mayChooseIds());
        if (problem.isPresent()) {
            wanted.result().reject(problem.get());
        } else if (place.isTaken(id)) {
            wanted.result().reject(place.idInUse(field, id));
        }
    }

    private GroupPlan changed(Wanted wanted, Placed placed, GroupModel current) {
        GroupRepresentation group = wanted.group();
        Optional<GroupModel> parent = Optional.ofNullable(placed.parent());
        boolean moves = placed.parentIsNew() || !place.parent(current).equals(parent);
        if (moves) {
            checkMove(wanted, placed, current);
        }
        boolean replaces = onConflict == OnConflict.REPLACE;
        GroupFields before = GroupFields.of(current);
        GroupFields target = replaces
                ? GroupFields.of(group, placed.name())
                : before.merged(group, placed.name(), wanted.named().contains("description"));
        Map<String, RoleModel> granted = roles.named(group, wanted.at(), wanted.result());
        Map<String, RoleModel> mapped = new LinkedHashMap<>();
        if (place.maySee(current)) {
            current.getRoleMappingsStream().forEach(role -> mapped.put(role.getId(), role));
        }
        Map<String, RoleModel> revoked = new LinkedHashMap<>(replaces ? mapped : Map.of());
        revoked.keySet().removeAll(granted.keySet());
        granted.keySet().removeAll(mapped.keySet());
        roles.check(granted.values(), wanted.at(), wanted.result());
        roles.checkRemoved(revoked.values(), wanted.at(), wanted.result());
        return new GroupPlan(
                current,
                current.getId(),
                placed.parent(),
                moves,
                before,
                target,
                granted.values(),
                revoked.values(),
                plans(
                        wanted,
                        present(group.getSubGroups()),
                        "subGroups",
                        placed.above().and(current)));
    }

    private void checkMove(Wanted wanted, Placed placed, GroupModel current) {
        if (placed.parentIsNew() ? !place.mayManageNew() : !place.mayAddTo(placed.parent())) {
            wanted.result().reject(forbidden(wanted.at()));
        }
        if (placed.above().contain(current, place)) {
            wanted.reject("invalid-path", "path", "Group \"" + placed.name() + "\" cannot be moved below itself");
        }
    }

    private List<GroupPlan> plans(
            Wanted above, Collection<GroupRepresentation> groups, String field, Ancestors ancestors) {
        List<GroupPlan> plans = new ArrayList<>(groups.size());
        Set<String> names = new HashSet<>();
        int index = 0;
        for (GroupRepresentation group : groups) {
            String at = above.at() + field + "[" + index++ + "].";
            String name = group.getName();
            if (name == null || name.isBlank()) {
                above.result().reject(Violation.of("invalid-name", at + "name", "Group name is missing"));
            } else if (!names.add(name)) {
                above.result().reject(Violation.of("group-exists", at + "name", "Duplicate subgroup \"" + name + "\""));
            } else {
                Wanted wanted = new Wanted(group, named(group), at, above.idsOfRecord(), above.result());
                plans.add(plan(wanted, new Placed(ancestors, name)));
            }
        }
        return plans;
    }

    /** Null fields of a subgroup count as missing. */
    private static Set<String> named(GroupRepresentation group) {
        return group.getDescription() == null ? Set.of() : Set.of("description");
    }

    private static <T> List<T> present(@Nullable List<T> named) {
        return named == null ? List.of() : named;
    }
}
