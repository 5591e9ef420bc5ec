package org.millrace.bulk.entity.organization.department;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.keycloak.events.admin.OperationType;
import org.keycloak.models.GroupModel;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.utils.ModelToRepresentation;
import org.millrace.bulk.entity.group.GroupPlan;
import org.millrace.bulk.entity.organization.KnownOrganizations;
import org.millrace.bulk.entity.organization.member.MemberPlan;
import org.millrace.bulk.entity.organization.member.Members;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.OnConflict;
import org.millrace.bulk.writer.ReferencedRows.Table;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.server.KeycloakBridge;

/** The members of departments of one organization. They must be members of the organization. */
final class DepartmentMembers {
    private final OrganizationModel organization;
    private final KnownOrganizations organizations;
    private final Members users;

    DepartmentMembers(OrganizationModel organization, KnownOrganizations organizations, Members users) {
        this.organization = organization;
        this.organizations = organizations;
        this.users = users;
    }

    /** Computes the members to add and to remove. A record without the field {@code members} changes none. */
    MemberPlan plan(DepartmentRecord item, GroupPlan department, OnConflict onConflict, ValidationResult result) {
        List<String> names = item.members();
        boolean kept = !department.isNew() && !onConflict.isChanging();
        if (names == null || kept) {
            return MemberPlan.NONE;
        }
        Map<String, UserModel> wanted = new LinkedHashMap<>();
        for (String name : names) {
            Optional<UserModel> user = users.byUsername(name);
            if (user.isEmpty()) {
                users.checkUnknown("members", name, result);
            } else if (users.isHidden(user.get())) {
                result.reject(Members.forbidden("members", name));
            } else {
                wanted.put(user.get().getId(), user.get());
            }
        }
        GroupModel current = department.current();
        Set<String> present =
                current == null ? Set.of() : users.of(current.getId()).keySet();
        List<UserModel> joining = new ArrayList<>();
        wanted.forEach((id, user) -> {
            // A caller who may not view the user does not learn that it is a member.
            if (!present.contains(id) || !users.maySee(user)) {
                check(user, result);
                joining.add(user);
            }
        });
        boolean removes = onConflict == OnConflict.REPLACE && current != null && users.checkRemoval(result);
        Set<String> gone = new LinkedHashSet<>(removes ? present : Set.of());
        gone.removeAll(wanted.keySet());
        return new MemberPlan(joining, leaving(gone, result));
    }

    private void check(UserModel user, ValidationResult result) {
        if (!users.mayManageGroups(user)) {
            result.reject(Members.forbidden("members", user.getUsername()));
        } else if (!organizations.provider().isMember(organization, user)) {
            result.reject(Violation.of(
                    "not-a-member",
                    "members",
                    "User \"" + user.getUsername() + "\" is not a member of organization \"" + organization.getAlias()
                            + "\""));
        }
    }

    private List<UserModel> leaving(Set<String> ids, ValidationResult result) {
        List<UserModel> leaving = new ArrayList<>();
        for (String id : ids) {
            users.byId(id).ifPresent(user -> {
                if (!users.mayManageGroups(user)) {
                    result.reject(Violation.of(
                            "forbidden-user",
                            "members",
                            "Not allowed to remove " + users.shown(user) + " from the department"));
                }
                leaving.add(user);
            });
        }
        return leaving;
    }

    /** Adds and removes members. */
    String write(MemberPlan plan, GroupModel department, ChunkSession events) {
        for (UserModel user : plan.leaving()) {
            user.leaveGroup(department);
            tell(OperationType.DELETE, user, department, events);
            events.audit("removed user " + user.getId() + " from group " + department.getId());
        }
        for (UserModel user : plan.joining()) {
            user.joinGroup(department);
            events.refersTo(Table.GROUP, department.getId());
            tell(OperationType.CREATE, user, department, events);
            events.audit("added user " + user.getId() + " to group " + department.getId());
        }
        return department.getId();
    }

    private void tell(OperationType operation, UserModel user, GroupModel department, ChunkSession events) {
        events.tell(
                operation,
                KeycloakBridge.organizationGroupMembershipType(),
                () -> ModelToRepresentation.groupToBriefRepresentation(department),
                "organizations",
                organization.getId(),
                "groups",
                department.getId(),
                "members",
                user.getId());
    }
}
