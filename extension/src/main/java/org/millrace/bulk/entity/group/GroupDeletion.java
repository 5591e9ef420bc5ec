package org.millrace.bulk.entity.group;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.GroupModel;
import org.keycloak.representations.idm.GroupRepresentation;
import org.millrace.bulk.delete.AdministratorProtection;
import org.millrace.bulk.delete.EntityDeletion;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.server.GroupPath;

/** Deletes groups of the realm with the groups below them, as {@code DELETE /groups/{id}} does. */
final class GroupDeletion extends EntityDeletion<GroupRecord, GroupModel> {
    private final AdministratorProtection protection;

    GroupDeletion(ChunkSession in, AdministratorProtection protection) {
        super(in);
        this.protection = protection;
    }

    @Override
    protected String word() {
        return "Group";
    }

    @Override
    protected Optional<Violation> fault(GroupRecord item) {
        String path = item.group().getPath();
        return path != null && path.replace("/", "").isBlank()
                ? Optional.of(Violation.of("invalid-path", "path", "Path \"" + path + "\" does not name a group"))
                : Optional.empty();
    }

    @Override
    @Nullable
    protected String id(GroupRecord item) {
        return item.group().getId();
    }

    @Override
    @Nullable
    protected String name(GroupRecord item) {
        return item.group().getPath() == null
                ? item.group().getName()
                : item.group().getPath();
    }

    @Override
    @Nullable
    protected GroupModel byId(GroupRecord item, String id) {
        return ofRealm(in().realm().getGroupById(id));
    }

    @Override
    @Nullable
    protected GroupModel byName(GroupRecord item, String name) {
        if (item.group().getPath() != null) {
            String path = name.startsWith("/") ? name : "/" + name;
            return unfiltered(() -> GroupPath.find(in().session(), in().realm(), path));
        }
        String parentId = item.group().getParentId();
        GroupModel parent = parentId == null ? null : byId(item, parentId);
        return parentId != null && parent == null
                ? null
                : unfiltered(() -> in().session().groups().getGroupByName(in().realm(), parent, name));
    }

    private @Nullable GroupModel unfiltered(Supplier<@Nullable GroupModel> lookup) {
        return ofRealm(in().unfiltered(() -> Optional.ofNullable(lookup.get())).orElse(null));
    }

    private static @Nullable GroupModel ofRealm(@Nullable GroupModel group) {
        return group != null && group.getType() == GroupModel.Type.REALM ? group : null;
    }

    @Override
    protected String idOf(GroupModel group) {
        return group.getId();
    }

    @Override
    protected boolean mayDelete(GroupModel group) {
        return in().permissions().groups().canManage(group);
    }

    @Override
    protected boolean maySeeAll(GroupRecord item) {
        return in().permissions().groups().canView();
    }

    @Override
    protected Optional<Violation> refusal(GroupModel group) {
        return protection.refusal(group);
    }

    @Override
    protected boolean remove(GroupModel group) {
        GroupRepresentation shown = new GroupRepresentation();
        shown.setId(group.getId());
        shown.setName(group.getName());
        boolean removed = in().realm().removeGroup(group);
        in().audit("deleted group " + shown.getId());
        in().tell(OperationType.DELETE, ResourceType.GROUP, () -> shown, "groups", shown.getId());
        return removed;
    }
}
