package org.millrace.bulk.entity.organization;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.GroupModel;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.UserModel;
import org.millrace.bulk.delete.AdministratorProtection;
import org.millrace.bulk.delete.EntityDeletion;
import org.millrace.bulk.delete.UserRemoval;
import org.millrace.bulk.entity.organization.member.DryRunMember;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.OrganizationAccess;
import org.millrace.bulk.writer.UserStores;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.server.KeycloakBridge;

/** Deletes organizations with their groups and managed members, as {@code DELETE /organizations/{id}} does. */
final class OrganizationDeletion extends EntityDeletion<OrganizationRecord, OrganizationModel> {
    private final StoredOrganizations organizations;
    private final UserRemoval users;
    private final AdministratorProtection protection;

    OrganizationDeletion(ChunkSession in, UserRemoval users, AdministratorProtection protection) {
        super(in);
        this.users = users;
        this.organizations = new StoredOrganizations(in);
        this.protection = protection;
    }

    @Override
    protected String word() {
        return "Organization";
    }

    @Override
    protected Optional<Violation> fault(OrganizationRecord item) {
        return organizations.fault();
    }

    @Override
    @Nullable
    protected String id(OrganizationRecord item) {
        return item.organization().getId();
    }

    @Override
    @Nullable
    protected String name(OrganizationRecord item) {
        return item.key().orElse(null);
    }

    @Override
    @Nullable
    protected OrganizationModel byId(OrganizationRecord item, String id) {
        return organizations.byId(id);
    }

    @Override
    @Nullable
    protected OrganizationModel byName(OrganizationRecord item, String name) {
        return item.organization().getAlias() == null ? organizations.byName(name) : organizations.byAlias(name);
    }

    @Override
    protected String idOf(OrganizationModel organization) {
        return organization.getId();
    }

    @Override
    protected boolean mayDelete(OrganizationModel organization) {
        return OrganizationAccess.mayManage(in().permissions(), organization);
    }

    @Override
    protected boolean maySeeAll(OrganizationRecord item) {
        return KeycloakBridge.mayViewOrganizations(in().permissions());
    }

    @Override
    protected Optional<Violation> refusal(OrganizationModel organization) {
        return protection.refusal(user -> isDeletedWith(organization, user));
    }

    private boolean isDeletedWith(OrganizationModel organization, UserModel user) {
        return organizations.provider().isManagedMember(organization, user);
    }

    private List<UserModel> managedMembers(OrganizationModel organization) {
        return members(organization, user -> isDeletedWith(organization, user));
    }

    private List<UserModel> members(OrganizationModel organization, Predicate<UserModel> which) {
        GroupModel group = KeycloakBridge.groupOf(in().session(), in().realm(), organization);
        return in().unfiltered(() -> in().session()
                .users()
                .getGroupMembersStream(in().realm(), group)
                .filter(which)
                .toList());
    }

    /** Removes the memberships of users of user federation: the provider of organizations would have each user leave its groups. */
    private void leaveWithoutStores(OrganizationModel organization) {
        members(organization, UserStores::contain)
                .forEach(user -> organizations.provider().removeMember(organization, DryRunMember.of(in(), user)));
    }

    @Override
    protected boolean remove(OrganizationModel organization) {
        String id = organization.getId();
        OrganizationModel before = in().session().getContext().getOrganization();
        boolean removed;
        List<UserModel> members = managedMembers(organization);
        // A method reference would name the interface that declares the method, which Keycloak 26.4 does not have.
        List<String> memberIds = members.stream().map(user -> user.getId()).toList();
        if (users.isDryRun()) {
            // The provider would delete them from user federation as well, which has no rollback.
            members.forEach(users::remove);
            leaveWithoutStores(organization);
        }
        try {
            removed = organizations.provider().remove(organization);
        } finally {
            in().session().getContext().setOrganization(before);
        }
        if (removed) {
            in().tell(
                            OperationType.DELETE,
                            ResourceType.ORGANIZATION,
                            () -> null,
                            "organizations",
                            Objects.requireNonNull(id));
            memberIds.forEach(member -> in().audit("deleted user " + member + " with organization " + id));
        }
        return removed;
    }
}
