package org.millrace.bulk.entity.organization;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.GroupModel;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.representations.idm.MemberRepresentation;
import org.keycloak.representations.idm.MembershipType;
import org.millrace.bulk.entity.group.GroupPlan;
import org.millrace.bulk.entity.group.container.GroupContainer;
import org.millrace.bulk.entity.organization.OrganizationPlan.PlannedMember;
import org.millrace.bulk.entity.organization.member.Members;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.ValidationResult;

/** The members that a record gives to an organization. For one record. */
final class OrganizationMembers {
    private final KnownOrganizations organizations;
    private final Members users;
    private final @Nullable OrganizationModel current;
    private final GroupContainer place;
    /** Ids and paths of groups that the record brings. */
    private final Set<String> comingGroups = new HashSet<>();

    private final Map<String, Set<String>> membersOfGroups = new HashMap<>();

    /**
     * Members of one organization.
     *
     * @param current the existing organization; null for a new one
     * @param groups planned groups of the organization
     */
    OrganizationMembers(
            KnownOrganizations organizations,
            Members users,
            @Nullable OrganizationModel current,
            GroupContainer place,
            List<GroupPlan> groups) {
        this.organizations = organizations;
        this.users = users;
        this.current = current;
        this.place = place;
        addComing(groups, List.of());
    }

    private void addComing(List<GroupPlan> groups, List<String> above) {
        for (GroupPlan group : groups) {
            List<String> names = new ArrayList<>(above);
            names.add(group.target().name());
            if (group.isNew()) {
                comingGroups.add(
                        KeycloakModelUtils.buildGroupPath(place.escapesSlashes(), names.toArray(String[]::new)));
                Optional.ofNullable(group.id()).ifPresent(comingGroups::add);
            }
            addComing(group.subGroups(), names);
        }
    }

    /** The members of the record. */
    List<PlannedMember> wanted(@Nullable List<MemberRepresentation> named, ValidationResult result) {
        Map<String, PlannedMember> members = new LinkedHashMap<>();
        int index = 0;
        for (MemberRepresentation member : named == null ? List.<MemberRepresentation>of() : named) {
            String field = "members[" + index++ + "]";
            Optional<UserModel> user = user(member);
            if (user.isEmpty()) {
                users.checkUnknown(field, name(member), result);
            } else if (users.isHidden(user.get())) {
                // A further problem would reveal that the user exists.
                result.reject(Members.forbidden(field, name(member)));
            } else if (members.put(user.get().getId(), planned(member, user.get(), field, result)) != null) {
                result.reject(Violation.of("invalid-member", field, "Duplicate member \"" + name(member) + "\""));
            }
        }
        return List.copyOf(members.values());
    }

    private static String name(MemberRepresentation member) {
        boolean hasName = member.getUsername() != null && !member.getUsername().isBlank();
        return String.valueOf(hasName ? member.getUsername() : member.getId());
    }

    private Optional<UserModel> user(MemberRepresentation member) {
        String username = member.getUsername();
        return username == null || username.isBlank() ? users.byId(member.getId()) : users.byUsername(username);
    }

    private PlannedMember planned(MemberRepresentation member, UserModel user, String field, ValidationResult result) {
        boolean joins = current == null || !organizations.provider().isMember(current, user);
        boolean managed = member.getMembershipType() == MembershipType.MANAGED;
        if (!users.mayManage(user) && (joins || !users.maySee(user))) {
            result.reject(Members.forbidden(field, name(member)));
            return new PlannedMember(user, joins, managed, List.of());
        }
        // A caller who may not view the user does not learn the type of the membership.
        if (!joins
                && users.maySee(user)
                && member.getMembershipType() != null
                && organizations.provider().isManagedMember(current, user) != managed) {
            result.reject(Violation.of(
                    "invalid-member",
                    field + ".membershipType",
                    "Membership type of user \"" + name(member)
                            + "\" cannot be changed here; use the field organizations of the user"));
        }
        return new PlannedMember(user, joins, managed, groups(member, user, field + ".groups", result));
    }

    /** Groups that the user is not in yet; all groups if the caller may not view the user. */
    private List<String> groups(MemberRepresentation member, UserModel user, String field, ValidationResult result) {
        List<String> joined = new ArrayList<>();
        for (String name : member.getGroups() == null ? List.<String>of() : member.getGroups()) {
            Optional<GroupModel> group = find(place, name);
            if (group.isEmpty() && !comingGroups.contains(name)) {
                result.object(Violation.of(
                        "unknown-group", field, "Group \"" + name + "\" does not exist in the organization"));
            } else if (group.isEmpty() || !users.maySee(user) || !isMember(group.get(), user)) {
                joined.add(name);
            }
        }
        if (!joined.isEmpty() && !users.mayManageGroups(user)) {
            result.reject(Members.forbidden(field, name(member)));
        }
        return joined;
    }

    private boolean isMember(GroupModel group, UserModel user) {
        return membersOfGroups
                .computeIfAbsent(group.getId(), id -> users.of(id).keySet())
                .contains(user.getId());
    }

    /** A group by its path, which begins with a slash, or by its id. */
    static Optional<GroupModel> find(GroupContainer place, String name) {
        return name.startsWith("/") ? place.byPath(name) : place.byId(name);
    }

    /** Present members that the record does not list, if it has a list. Keycloak deletes managed members that are removed. */
    List<UserModel> leaving(@Nullable List<MemberRepresentation> named, ValidationResult result) {
        if (current == null || named == null || !users.checkRemoval(result)) {
            return List.of();
        }
        Set<String> kept = new HashSet<>();
        // A hidden user is not kept: the number of problems would reveal whether the user is a member.
        named.forEach(
                member -> user(member).filter(user -> !users.isHidden(user)).ifPresent(user -> kept.add(user.getId())));
        String group = organizations.groupOf(current).getId();
        List<UserModel> leaving = new ArrayList<>();
        users.of(group).forEach((id, managed) -> {
            Optional<UserModel> user = kept.contains(id) ? Optional.empty() : users.byId(id);
            user.ifPresent(leaving::add);
            if (user.isPresent() && !mayRemove(user.get())) {
                result.reject(Violation.of(
                        "forbidden-user",
                        "members",
                        "Not allowed to remove " + users.shown(user.get()) + " from the organization"));
            } else if (user.isPresent() && managed) {
                result.reject(Violation.of(
                        "managed-member",
                        "members",
                        "User \"" + user.get().getUsername()
                                + "\" is a managed member; removal from the organization would delete the user"));
            }
        });
        return leaving;
    }

    /** The problem of a managed member would show the type of a membership that the caller may not view. */
    private boolean mayRemove(UserModel user) {
        return users.mayManage(user) && users.maySee(user);
    }
}
