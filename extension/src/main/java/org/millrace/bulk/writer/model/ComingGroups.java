package org.millrace.bulk.writer.model;

import org.jspecify.annotations.Nullable;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.GroupModel;
import org.millrace.server.KeycloakBridge;

/** The groups of an organization that is yet to be made: there are none, and nothing can be written. */
final class ComingGroups extends GroupPlace {
    ComingGroups(ChunkSession in) {
        super(in);
    }

    @Override
    boolean isHome(GroupModel group) {
        return false;
    }

    @Override
    String topParentId() {
        return "none";
    }

    @Override
    GroupModel make(@Nullable String id, String name, @Nullable GroupModel parent) {
        throw new IllegalStateException("the organization does not exist yet");
    }

    @Override
    void put(GroupModel group, @Nullable GroupModel parent) {
        throw new IllegalStateException("the organization does not exist yet");
    }

    @Override
    boolean mayAddTo(@Nullable GroupModel parent) {
        return mayManageNew();
    }

    @Override
    boolean mayManage(GroupModel group) {
        return mayManageNew();
    }

    @Override
    boolean maySee(GroupModel group) {
        return maySeeAll();
    }

    @Override
    boolean maySeeAll() {
        return KeycloakBridge.mayViewOrganizations(in().permissions());
    }

    @Override
    boolean mayManageNew() {
        return KeycloakBridge.mayManageOrganizations(in().permissions());
    }

    @Override
    ResourceType resourceType() {
        return KeycloakBridge.organizationGroupType();
    }

    @Override
    String[] eventPath(String... below) {
        throw new IllegalStateException("the organization does not exist yet");
    }
}
