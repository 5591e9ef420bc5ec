package org.millrace.bulk.entity.organization.department;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.keycloak.events.admin.OperationType;
import org.keycloak.models.GroupModel;
import org.keycloak.models.OrganizationModel;
import org.millrace.bulk.delete.EntityDeletion;
import org.millrace.bulk.entity.organization.StoredOrganizations;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.OrganizationAccess;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.server.KeycloakBridge;

/** Deletes groups of organizations as {@code DELETE /organizations/{id}/groups/{id}} does. */
final class DepartmentDeletion extends EntityDeletion<DepartmentRecord, DepartmentDeletion.Department> {
    private final StoredOrganizations organizations;

    /** A group and its organization. */
    record Department(OrganizationModel organization, GroupModel group) {}

    DepartmentDeletion(ChunkSession in) {
        super(in);
        this.organizations = new StoredOrganizations(in);
    }

    @Override
    protected String word() {
        return "Department";
    }

    @Override
    protected Optional<Violation> fault(DepartmentRecord item) {
        String alias = item.organization();
        return alias == null || alias.isBlank()
                ? Optional.of(Violation.of("invalid-organization", "organization", "Missing field \"organization\""))
                : organizations.fault();
    }

    @Override
    @Nullable
    protected String id(DepartmentRecord item) {
        return item.id();
    }

    @Override
    @Nullable
    protected String name(DepartmentRecord item) {
        return item.path() == null || item.path().replace("/", "").isBlank()
                ? null
                : item.key().orElse(null);
    }

    @Override
    @Nullable
    protected Department byId(DepartmentRecord item, String id) {
        return department(item, in().realm().getGroupById(id));
    }

    @Override
    @Nullable
    protected Department byName(DepartmentRecord item, String name) {
        OrganizationModel organization = organization(item);
        if (organization == null) {
            return null;
        }
        String path = item.path() != null && item.path().startsWith("/") ? item.path() : "/" + item.path();
        return department(item, KeycloakBridge.organizationGroup(in().session(), in().realm(), organization, path));
    }

    private @Nullable Department department(DepartmentRecord item, @Nullable GroupModel group) {
        OrganizationModel organization = organization(item);
        if (organization == null || group == null || !isDepartment(organization, group)) {
            return null;
        }
        return new Department(organization, group);
    }

    /** The internal group of the organization is no department. */
    private boolean isDepartment(OrganizationModel organization, GroupModel group) {
        return group.getType() == GroupModel.Type.ORGANIZATION
                && organization.equals(KeycloakBridge.organizationOf(group))
                && !KeycloakBridge.groupOf(in().session(), in().realm(), organization)
                        .getId()
                        .equals(group.getId());
    }

    private @Nullable OrganizationModel organization(DepartmentRecord item) {
        return organizations.byAlias(String.valueOf(item.organization()));
    }

    @Override
    protected String idOf(Department department) {
        return department.group().getId();
    }

    @Override
    protected boolean mayDelete(Department department) {
        return OrganizationAccess.mayManage(in().permissions(), department.organization());
    }

    @Override
    protected boolean maySeeAll(DepartmentRecord item) {
        OrganizationModel organization = organization(item);
        return organization == null
                ? KeycloakBridge.mayViewOrganizations(in().permissions())
                : KeycloakBridge.mayViewOrganization(in().permissions(), organization);
    }

    @Override
    protected boolean remove(Department department) {
        OrganizationModel organization = department.organization();
        String id = department.group().getId();
        OrganizationModel before = in().session().getContext().getOrganization();
        in().session().getContext().setOrganization(organization);
        boolean removed;
        try {
            removed = in().session().groups().removeGroup(in().realm(), department.group());
        } finally {
            in().session().getContext().setOrganization(before);
        }
        in().audit("deleted group " + id);
        in().tell(
                        OperationType.DELETE,
                        KeycloakBridge.organizationGroupType(),
                        () -> null,
                        "organizations",
                        organization.getId(),
                        "groups",
                        id);
        return removed;
    }
}
