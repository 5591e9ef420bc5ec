package org.millrace.bulk.entity.organization;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.GroupModel;
import org.keycloak.models.OrganizationModel;
import org.keycloak.organization.OrganizationProvider;
import org.millrace.bulk.entity.group.container.GroupContainer;
import org.millrace.bulk.writer.OrganizationAccess;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.server.KeycloakBridge;

/**
 * The groups inside an organization. Changes need the organization in the session's context, as in Keycloak's own calls;
 * otherwise Keycloak rejects them.
 */
public final class OrganizationGroups extends GroupContainer {
    private final OrganizationModel organization;
    private final OrganizationProvider organizations;
    private final String topParentId;

    public OrganizationGroups(ChunkSession in, OrganizationModel organization) {
        super(in);
        this.organization = organization;
        this.organizations = in.session().getProvider(OrganizationProvider.class);
        this.topParentId =
                KeycloakBridge.groupOf(in.session(), in.realm(), organization).getId();
    }

    @Override
    public boolean isHome(GroupModel group) {
        return group.getType() == GroupModel.Type.ORGANIZATION
                && !group.getId().equals(topParentId)
                && organization.equals(KeycloakBridge.organizationOf(group));
    }

    /** The parent id of top-level groups: the organization's internal group. */
    @Override
    public String topParentId() {
        return topParentId;
    }

    @Override
    public GroupModel make(@Nullable String id, String name, @Nullable GroupModel parent) {
        return KeycloakBridge.createGroup(organizations, organization, id, name, parent);
    }

    @Override
    public void put(GroupModel group, @Nullable GroupModel parent) {
        GroupModel target =
                parent == null ? KeycloakBridge.groupOf(in().session(), in().realm(), organization) : parent;
        in().session().groups().moveGroup(in().realm(), group, target);
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
        return KeycloakBridge.mayViewOrganization(in().permissions(), organization);
    }

    @Override
    public boolean mayManageNew() {
        return OrganizationAccess.mayManage(in().permissions(), organization);
    }

    @Override
    public ResourceType resourceType() {
        return KeycloakBridge.organizationGroupType();
    }

    @Override
    public String[] eventPath(String... below) {
        List<String> path = new ArrayList<>(List.of("organizations", organization.getId(), "groups"));
        path.addAll(List.of(below));
        return path.toArray(String[]::new);
    }
}
