package org.millrace.bulk.entity.group;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.GroupModel;
import org.millrace.bulk.delete.EntityDeletion;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.server.GroupPath;
import org.millrace.server.RealmDefaultGroups;

/** Removes groups from the default groups of the realm, as {@code DELETE /default-groups/{id}} does. The groups stay. */
final class DefaultGroupDeletion extends EntityDeletion<DefaultGroupRecord, GroupModel> {
    DefaultGroupDeletion(ChunkSession in) {
        super(in);
    }

    @Override
    protected String word() {
        return "Default group";
    }

    @Override
    @Nullable
    protected String name(DefaultGroupRecord item) {
        return item.path();
    }

    @Override
    @Nullable
    protected GroupModel byName(DefaultGroupRecord item, String name) {
        return in().unfiltered(() -> Optional.ofNullable(GroupPath.find(in().session(), in().realm(), name))
                        .filter(group -> RealmDefaultGroups.ids(in().realm()).contains(group.getId())))
                .orElse(null);
    }

    @Override
    protected String idOf(GroupModel group) {
        return group.getId();
    }

    /** The path of a group that the caller may not view would tell that it exists. */
    @Override
    protected boolean mayDelete(GroupModel group) {
        return in().permissions().realm().canManageRealm()
                && in().permissions().groups().canView(group);
    }

    @Override
    protected boolean maySeeAll(DefaultGroupRecord item) {
        return in().permissions().realm().canViewRealm()
                && in().permissions().groups().canView();
    }

    @Override
    protected boolean remove(GroupModel group) {
        in().realm().removeDefaultGroup(group);
        in().tell(OperationType.DELETE, ResourceType.GROUP, () -> null, "default-groups", group.getId());
        return true;
    }
}
