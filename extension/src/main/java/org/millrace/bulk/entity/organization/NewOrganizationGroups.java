package org.millrace.bulk.entity.organization;

import org.jspecify.annotations.Nullable;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.GroupModel;
import org.millrace.bulk.entity.group.container.GroupContainer;
import org.millrace.bulk.writer.OrganizationAccess;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.server.KeycloakBridge;

/** The groups of an organization that is yet to be made: there are none, and nothing can be written. */
final class NewOrganizationGroups extends GroupContainer {
    NewOrganizationGroups(ChunkSession in) {
        super(in);
    }

    @Override
    public boolean isHome(GroupModel group) {
        return false;
    }

    @Override
    public String topParentId() {
        return "none";
    }

    @Override
    public GroupModel make(@Nullable String id, String name, @Nullable GroupModel parent) {
        throw new IllegalStateException("the organization does not exist yet");
    }

    @Override
    public void put(GroupModel group, @Nullable GroupModel parent) {
        throw new IllegalStateException("the organization does not exist yet");
    }

    @Override
    public boolean mayAddTo(@Nullable GroupModel parent) {
        return mayManageNew();
    }

    @Override
    public boolean mayManage(GroupModel group) {
        return mayManageNew();
    }

    @Override
    public boolean maySee(GroupModel group) {
        return maySeeAll();
    }

    @Override
    public boolean maySeeAll() {
        return KeycloakBridge.mayViewOrganizations(in().permissions());
    }

    @Override
    public boolean mayManageNew() {
        return OrganizationAccess.mayManageNew(in().permissions());
    }

    @Override
    public ResourceType resourceType() {
        return KeycloakBridge.organizationGroupType();
    }

    @Override
    public String[] eventPath(String... below) {
        throw new IllegalStateException("the organization does not exist yet");
    }
}
