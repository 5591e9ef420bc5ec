package org.millrace.bulk.entity.group;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.GroupModel;
import org.millrace.bulk.entity.group.container.GroupContainer;

/**
 * The groups that will be above a group of a record.
 *
 * @param parent null at the top, and if it has to be created first
 * @param root the parent of the record's first group
 * @param ids of the groups of the record above it, as far as they exist
 */
record Ancestors(
        @Nullable GroupModel parent,
        boolean parentIsNew,
        @Nullable GroupModel root,
        Set<String> ids) {
    /** Those of the first group of a record. */
    static Ancestors existing(@Nullable GroupModel parent) {
        return new Ancestors(parent, false, parent, Set.of());
    }

    /** Those of the subgroups of a group, which exists or, if it is null, has to be created first. */
    Ancestors and(@Nullable GroupModel group) {
        Set<String> all = new HashSet<>(ids);
        if (group != null) {
            all.add(group.getId());
        }
        return new Ancestors(group, group == null, root, all);
    }

    /** Whether this group is one of them. */
    boolean contain(GroupModel group, GroupContainer place) {
        return ids.contains(group.getId()) || place.idsFrom(root).contains(group.getId());
    }
}
