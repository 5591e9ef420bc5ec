package org.millrace.bulk.entity.organization;

import java.util.Objects;
import java.util.Optional;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.GroupModel;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.utils.ModelToRepresentation;
import org.keycloak.organization.OrganizationProvider;
import org.millrace.bulk.entity.group.GroupWriting;
import org.millrace.bulk.entity.group.container.GroupContainer;
import org.millrace.bulk.entity.organization.OrganizationPlan.PlannedMember;
import org.millrace.bulk.entity.organization.member.Members;
import org.millrace.bulk.writer.ConcurrentChangeException;
import org.millrace.bulk.writer.ReferencedRows.Table;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.server.KeycloakBridge;

/** Writes planned organizations through Keycloak's model. For one session and its thread. */
final class OrganizationWriting {
    private final KnownOrganizations organizations;
    private final Members users;
    private final ChunkSession events;

    OrganizationWriting(KnownOrganizations organizations, Members users, ChunkSession events) {
        this.organizations = organizations;
        this.users = users;
        this.events = events;
    }

    /** @return the organization's id */
    String write(OrganizationPlan plan) {
        OrganizationModel organization = plan.current() == null ? create(plan) : plan.current();
        return organizations.with(organization, () -> {
            fields(plan, organization);
            OrganizationProvider provider = organizations.provider();
            plan.unlinked().forEach(model -> provider.removeIdentityProvider(organization, model));
            plan.linked().forEach(model -> provider.addIdentityProvider(organization, model));
            if (!plan.groups().isEmpty()) {
                GroupWriting groups = new GroupWriting(organizations.groups(organization), events);
                plan.groups().forEach(group -> groups.write(group, null));
            }
            plan.leaving().forEach(user -> leave(user, organization));
            plan.members().forEach(member -> join(member, organization));
            organizations.forget(organization);
            return organization.getId();
        });
    }

    private OrganizationModel create(OrganizationPlan plan) {
        return organizations
                .provider()
                .create(plan.id(), plan.target().name(), plan.target().alias());
    }

    private void fields(OrganizationPlan plan, OrganizationModel organization) {
        OrganizationFields before = plan.before();
        OrganizationFields target = plan.target();
        if (!plan.changesFields()) {
            return;
        }
        if (before == null || !target.name().equals(before.name())) {
            organization.setName(target.name());
        }
        if (before == null || target.enabled() != before.enabled()) {
            organization.setEnabled(target.enabled());
        }
        if (before == null || !Objects.equals(target.redirectUrl(), before.redirectUrl())) {
            organization.setRedirectUrl(target.redirectUrl());
        }
        if (before == null || !Objects.equals(target.description(), before.description())) {
            organization.setDescription(target.description());
        }
        if (before == null || !target.attributes().equals(before.attributes())) {
            organization.setAttributes(target.attributes());
        }
        if (before == null || !target.domains().equals(before.domains())) {
            organization.setDomains(target.domainModels());
        }
        String id = organization.getId();
        OperationType operation = before == null ? OperationType.CREATE : OperationType.UPDATE;
        events.tell(operation, ResourceType.ORGANIZATION, () -> target.shown(id), "organizations", id);
    }

    private void leave(UserModel user, OrganizationModel organization) {
        if (!organizations.provider().removeMember(organization, user)) {
            throw new ConcurrentChangeException("a user left an organization");
        }
        Members.tell(events, OperationType.DELETE, organization, user.getId());
        events.audit("removed user " + user.getId() + " from organization " + organization.getId());
    }

    private void join(PlannedMember member, OrganizationModel organization) {
        OrganizationProvider provider = organizations.provider();
        UserModel user = member.user();
        if (member.joins()) {
            if (!(member.managed()
                    ? users.manage(user, organization, provider)
                    : provider.addMember(organization, user))) {
                throw new ConcurrentChangeException("a user joined an organization");
            }
            Members.tell(events, OperationType.CREATE, organization);
            events.audit("added user " + user.getId() + " to organization " + organization.getId());
        }
        for (String name : member.groups()) {
            GroupContainer place = organizations.groups(organization);
            Optional<GroupModel> group = OrganizationMembers.find(place, name);
            user.joinGroup(group.orElseThrow(() -> new ConcurrentChangeException("a group was removed")));
            events.refersTo(Table.GROUP, group.get().getId());
            events.audit(
                    "added user " + user.getId() + " to group " + group.get().getId());
            events.tell(
                    OperationType.CREATE,
                    KeycloakBridge.organizationGroupMembershipType(),
                    () -> ModelToRepresentation.groupToBriefRepresentation(group.get()),
                    place.eventPath(group.get().getId(), "members", user.getId()));
        }
    }
}
