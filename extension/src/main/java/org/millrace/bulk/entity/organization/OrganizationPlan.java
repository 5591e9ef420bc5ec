package org.millrace.bulk.entity.organization;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.IdentityProviderModel;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.UserModel;
import org.millrace.bulk.entity.group.GroupPlan;

/**
 * The change of a record to an organization, computed before any write.
 *
 * @param current the existing organization; null for a new one
 * @param id requested id of a new organization
 * @param before stored fields; null for a new one
 * @param linked identity providers to be linked to the organization
 */
record OrganizationPlan(
        @Nullable OrganizationModel current,
        @Nullable String id,
        @Nullable OrganizationFields before,
        OrganizationFields target,
        List<GroupPlan> groups,
        List<IdentityProviderModel> linked,
        List<IdentityProviderModel> unlinked,
        List<PlannedMember> members,
        List<UserModel> leaving) {
    OrganizationPlan {
        groups = List.copyOf(groups);
        linked = List.copyOf(linked);
        unlinked = List.copyOf(unlinked);
        members = List.copyOf(members);
        leaving = List.copyOf(leaving);
    }

    /**
     * A member as the record wants one.
     *
     * @param joins whether the user is not a member yet
     * @param groups ids or paths of groups inside the organization to join, which may have to be made first
     */
    record PlannedMember(UserModel user, boolean joins, boolean managed, List<String> groups) {
        boolean changes() {
            return joins || !groups.isEmpty();
        }
    }

    /** An organization that stays as it is. */
    static OrganizationPlan kept(OrganizationModel organization) {
        OrganizationFields fields = OrganizationFields.of(organization);
        return new OrganizationPlan(
                organization, null, fields, fields, List.of(), List.of(), List.of(), List.of(), List.of());
    }

    boolean isNew() {
        return current == null;
    }

    boolean changesFields() {
        return !target.equals(before);
    }

    /** Whether the members and groups stay as they are. */
    boolean changesOnlyFields() {
        return groups.stream().noneMatch(GroupPlan::changes)
                && members.stream().noneMatch(PlannedMember::changes)
                && leaving.isEmpty();
    }

    /** Users whose memberships change. */
    Stream<UserModel> changedMembers() {
        return Stream.concat(
                members.stream().filter(PlannedMember::changes).map(PlannedMember::user), leaving.stream());
    }

    boolean changes() {
        return isNew()
                || changesFields()
                || groups.stream().anyMatch(GroupPlan::changes)
                || !linked.isEmpty()
                || !unlinked.isEmpty()
                || members.stream().anyMatch(PlannedMember::changes)
                || !leaving.isEmpty();
    }
}
