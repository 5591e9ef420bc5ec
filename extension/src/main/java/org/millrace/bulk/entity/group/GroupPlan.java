package org.millrace.bulk.entity.group;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.GroupModel;
import org.keycloak.models.RoleModel;

/**
 * What a record makes of a group and of those beneath it, worked out before anything is written.
 *
 * @param current the group as it is; null if it has to be made
 * @param id of a group that has to be made, if the record names one
 * @param parent beneath whom it is to be, if that exists already and is not the top
 * @param moves whether the group has been elsewhere until now
 * @param before what the group holds now; null if it has to be made
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

    /** Whether anything has to be written. */
    public boolean changes() {
        return isNew()
                || moves
                || changesFields()
                || !granted.isEmpty()
                || !revoked.isEmpty()
                || subGroups.stream().anyMatch(GroupPlan::changes);
    }
}
