package org.millrace.bulk.entity.group.container;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.GroupModel;
import org.millrace.bulk.writer.model.ChunkSession;

/** The groups of a realm. */
public class RealmGroups extends GroupContainer {
    /** What Keycloak stores, so that sibling names are a key at the top too. */
    static final String TOP = " ";

    private @Nullable Boolean mayManageNew;

    /** The groups of the session's realm. */
    public RealmGroups(ChunkSession in) {
        super(in);
    }

    @Override
    public boolean isHome(GroupModel group) {
        return group.getType() == GroupModel.Type.REALM;
    }

    @Override
    public String topParentId() {
        return TOP;
    }

    @Override
    public GroupModel make(@Nullable String id, String name, @Nullable GroupModel parent) {
        return in().realm().createGroup(id, name, parent);
    }

    @Override
    public void put(GroupModel group, @Nullable GroupModel parent) {
        in().realm().moveGroup(group, parent);
    }

    @Override
    public boolean mayAddTo(@Nullable GroupModel parent) {
        return parent == null ? mayManageNew() : mayManage(parent);
    }

    @Override
    public boolean mayManage(GroupModel group) {
        return in().permissions().groups().canManage(group);
    }

    @Override
    public boolean maySee(GroupModel group) {
        return in().permissions().groups().canView(group);
    }

    @Override
    public boolean maySeeAll() {
        return in().permissions().groups().canView();
    }

    @Override
    public boolean mayManageNew() {
        if (mayManageNew == null) {
            mayManageNew = in().permissions().groups().canManage();
        }
        return mayManageNew;
    }

    @Override
    public ResourceType resourceType() {
        return ResourceType.GROUP;
    }

    @Override
    public String[] eventPath(String... below) {
        List<String> path = new ArrayList<>(List.of("groups"));
        path.addAll(List.of(below));
        return path.toArray(String[]::new);
    }
}
