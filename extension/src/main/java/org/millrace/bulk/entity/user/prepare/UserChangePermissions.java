package org.millrace.bulk.entity.user.prepare;

import java.util.Set;
import java.util.stream.Collectors;
import org.millrace.bulk.entity.user.prepare.References.Reference;
import org.millrace.bulk.entity.user.state.UserChange;
import org.millrace.bulk.entity.user.state.UserState;
import org.millrace.bulk.record.Violation;
import org.millrace.bulk.writer.ValidationResult;

/**
 * The caller's permissions for the change of one user: fine-grained permissions may tell users apart, in each of the ways that a
 * user can be changed. For one transaction and its thread.
 */
record UserChangePermissions(ReferenceLookup references) {
    /** Rejects a change that the caller may not make. */
    void check(UserChange change, ValidationResult result) {
        String id = change.target().id();
        if (!change.roles().isEmpty() && !references.rights().mayMapRoles(id)) {
            result.reject(Violation.of("forbidden-user", "realmRoles", "You may not map roles of this user"));
        }
        if (!change.groups().isEmpty() && !references.rights().mayManageGroupMembership(id)) {
            result.reject(Violation.of("forbidden-user", "groups", "You may not change groups of this user"));
        }
        if (!groupsInside(change.current()).equals(groupsInside(change.target()))
                && !references.rights().mayManageGroupMembership(id)) {
            result.reject(Violation.of("forbidden-user", "organizations", "You may not change groups of this user"));
        }
        if (change.changesServiceAccount()) {
            checkHandedOver(change.current(), result);
        }
    }

    private static Set<String> groupsInside(UserState user) {
        return user.associations() == null
                ? Set.of()
                : user.associations().memberships().stream()
                        .flatMap(membership -> membership.groupIds().stream())
                        .collect(Collectors.toSet());
    }

    /**
     * Permission to manage a client includes the roles of its service account, so the caller must be allowed to grant those
     * roles.
     */
    private void checkHandedOver(UserState user, ValidationResult result) {
        boolean all = references.rights().mayMapRoles(user.id())
                && user.roleIds().stream().noneMatch(id -> references.roleById(id) instanceof Reference.Forbidden)
                && user.groupIds().stream().noneMatch(id -> references.groupById(id) instanceof Reference.Forbidden);
        if (!all) {
            result.reject(Violation.of(
                    "forbidden-user",
                    "serviceAccountClientId",
                    "The user has rights that you may not hand to a client"));
        }
    }
}
