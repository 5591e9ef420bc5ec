package org.millrace.bulk.entity.group.container;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.representations.idm.GroupRepresentation;
import org.millrace.bulk.writer.Validation;
import org.millrace.bulk.writer.ValidationResult;

/**
 * Batch lookup of the groups that the records of a chunk refer to: one query for the ids, and one for each level of paths. Groups
 * outside the batch have to be looked up separately. For one session and its thread.
 */
final class NamedGroups {
    private final GroupRows rows;
    private final boolean escapesSlashes;
    private final Set<String> askedIds = new HashSet<>();
    private final Set<String> taken = new HashSet<>();
    private final Map<GroupKey, Optional<String>> byKey = new HashMap<>();

    /** A name, and those below it. */
    private record Branch(String name, List<Branch> below) {}

    /** Names below a stored group. */
    private record Beneath(String parentId, List<Branch> branches) {}

    NamedGroups(GroupRows rows, boolean escapesSlashes) {
        this.rows = rows;
        this.escapesSlashes = escapesSlashes;
    }

    /** Looks up what the groups of records name. */
    void lookUp(List<GroupRepresentation> groups) {
        groups.forEach(this::askId);
        if (!askedIds.isEmpty()) {
            taken.addAll(rows.taken(askedIds));
        }
        List<Beneath> level = new ArrayList<>();
        groups.forEach(group -> place(group, level));
        while (!level.isEmpty()) {
            List<Beneath> next = new ArrayList<>();
            ask(level);
            level.forEach(beneath -> descend(beneath, next));
            level.clear();
            level.addAll(next);
        }
    }

    /** Whether it is known if a group has this id. */
    boolean knowsId(String id) {
        return askedIds.contains(id);
    }

    /** Whether a group has this id, in any realm. */
    boolean isTaken(String id) {
        return taken.contains(id);
    }

    /** Whether it is known if there is a group with this key. */
    boolean knows(GroupKey key) {
        return byKey.containsKey(key);
    }

    /** The id of the group with this key. */
    Optional<String> idOf(GroupKey key) {
        return byKey.getOrDefault(key, Optional.empty());
    }

    /** Clears the cached positions of groups after a move. */
    void forgetPlaces() {
        byKey.clear();
    }

    private void askId(GroupRepresentation group) {
        if (group.getId() != null) {
            askedIds.add(group.getId());
        }
        if (group.getParentId() != null) {
            askedIds.add(group.getParentId());
        }
        for (GroupRepresentation subGroup : subGroups(group)) {
            askId(subGroup);
        }
    }

    private void place(GroupRepresentation group, List<Beneath> level) {
        List<Branch> subGroups = branches(group);
        if (group.getId() != null && taken.contains(group.getId())) {
            level.add(new Beneath(group.getId(), subGroups));
        }
        // Problems of the record are reported when it is planned.
        ValidationResult unheard = new ValidationResult(Validation.OFF, List.of());
        GroupLocation.of(group.getPath(), group.getName(), escapesSlashes, unheard)
                .ifPresent(location -> {
                    Branch branch = new Branch(location.name(), subGroups);
                    if (location.parentPath().isEmpty()
                            && group.getParentId() != null
                            && taken.contains(group.getParentId())) {
                        level.add(new Beneath(group.getParentId(), List.of(branch)));
                    }
                    level.add(new Beneath(RealmGroups.TOP, List.of(beneath(location.parentPath(), branch))));
                });
    }

    private Branch beneath(String path, Branch branch) {
        Branch whole = branch;
        String[] names = path.isEmpty() ? new String[0] : KeycloakModelUtils.splitPath(path, escapesSlashes);
        for (int i = names.length - 1; i >= 0; i--) {
            whole = new Branch(names[i], List.of(whole));
        }
        return whole;
    }

    private static List<Branch> branches(GroupRepresentation group) {
        List<Branch> branches = new ArrayList<>();
        for (GroupRepresentation subGroup : subGroups(group)) {
            if (subGroup.getName() != null) {
                branches.add(new Branch(subGroup.getName(), branches(subGroup)));
            }
        }
        return branches;
    }

    private static List<GroupRepresentation> subGroups(GroupRepresentation group) {
        List<@Nullable GroupRepresentation> named = group.getSubGroups();
        return named == null
                ? List.of()
                : named.stream().filter(subGroup -> subGroup != null).toList();
    }

    private void ask(List<Beneath> level) {
        Set<GroupKey> keys = new HashSet<>();
        for (Beneath beneath : level) {
            beneath.branches().forEach(branch -> keys.add(new GroupKey(beneath.parentId(), branch.name())));
        }
        keys.removeAll(byKey.keySet());
        Map<GroupKey, String> found = keys.isEmpty() ? Map.of() : rows.idsOf(keys);
        keys.forEach(key -> byKey.put(key, Optional.ofNullable(found.get(key))));
    }

    private void descend(Beneath beneath, List<Beneath> next) {
        for (Branch branch : beneath.branches()) {
            Optional<String> id = idOf(new GroupKey(beneath.parentId(), branch.name()));
            if (id.isPresent() && !branch.below().isEmpty()) {
                next.add(new Beneath(id.get(), branch.below()));
            }
        }
    }
}
