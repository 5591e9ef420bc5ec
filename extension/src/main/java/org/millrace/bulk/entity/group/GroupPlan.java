package org.millrace.bulk.entity.group;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.GroupModel;
import org.keycloak.models.RoleModel;

/**
 * The change of a record to a group and its subgroups, computed before any write.
 *
 * @param current the existing group; null for a new one
 * @param id requested id of a new group
 * @param parent the existing parent; null at the top or for a new parent
 * @param moves whether the group changes its parent
 * @param before stored fields; null for a new group
 */
public record GroupPlan(
        @Nullable GroupModel current,
        @Nullable String id,
        @Nullable GroupModel parent,
        boolean moves,
        @Nullable GroupFields before,
        GroupFields target,
        Collection<RoleModel> granted,
        Collection<RoleModel> revoked,
        List<GroupPlan> subGroups) {
    public GroupPlan {
        granted = List.copyOf(granted);
        revoked = List.copyOf(revoked);
        subGroups = List.copyOf(subGroups);
    }

    /** A group that stays as it is. */
    static GroupPlan kept(GroupModel group) {
        GroupFields fields = GroupFields.of(group);
        return new GroupPlan(group, null, null, false, fields, fields, List.of(), List.of(), List.of());
    }

    /** A group of which nothing is written, as the record is rejected. */
    static GroupPlan refused(GroupFields target) {
        return new GroupPlan(null, null, null, false, null, target, List.of(), List.of(), List.of());
    }

    public boolean isNew() {
        return current == null;
    }

    /** Whether the group itself becomes another, its roles and subgroups apart. */
    boolean changesFields() {
        return !target.equals(before);
    }

    /** Whether the group itself is written, its subgroups apart. */
    boolean changesItself() {
        return isNew() || moves || changesFields() || !granted.isEmpty() || !revoked.isEmpty();
    }

    /** Whether existing groups are moved below this one or one of its subgroups. */
    public boolean movesBelow() {
        return subGroups.stream().anyMatch(group -> group.moves() || group.movesBelow());
    }

    /** Whether anything has to be written. */
    public boolean changes() {
        return changesItself() || subGroups.stream().anyMatch(GroupPlan::changes);
    }
}
