package org.millrace.bulk.entity.user.prepare;

import java.util.Set;
import java.util.stream.Collectors;
import org.millrace.bulk.entity.user.prepare.References.Reference;
import org.millrace.bulk.entity.user.state.UserChange;
import org.millrace.bulk.entity.user.state.UserState;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.ValidationResult;

/**
 * The caller's permissions for the change of one user: fine-grained permissions apply to single users, and separately to roles and
 * groups. For one transaction and its thread.
 */
record UserChangePermissions(ReferenceLookup references) {
    /** Whether the outcome may be that nothing changes: as with {@code PUT /users/{id}}, not for a caller who may not view the user. */
    boolean showEmpty(UserChange change) {
        return change.isEmpty() && references.rights().mayView(change.current().id());
    }

    /** The user's roles that the caller may view. */
    Set<String> viewableRoles(UserState current) {
        return references.rights().mayView(current.id()) ? current.roleIds() : Set.of();
    }

    /**
     * Rejects a record with roles or groups of a user whom the caller may not view, if the caller may not change them: else, it would be
     * rejected only if the user does not have them.
     */
    void checkHidden(UserRecord item, UserState current, boolean replaces, ValidationResult result) {
        CallerRights rights = references.rights();
        boolean roles =
                replaces || !item.realmRoles().isEmpty() || !item.clientRoles().isEmpty();
        boolean groups = replaces || !item.groups().isEmpty();
        if (!roles && !groups || rights.mayView(current.id())) {
            return;
        }
        if (roles && !rights.mayMapRoles(current.id())) {
            result.reject(forbiddenRoles(current));
        }
        if (groups && !rights.mayManageGroupMembership(current.id())) {
            result.reject(forbiddenGroups(current));
        }
    }

    /** Rejects a change that the caller may not make. */
    void check(UserChange change, ValidationResult result) {
        String id = change.target().id();
        if (!change.roles().isEmpty() && !references.rights().mayMapRoles(id)) {
            result.reject(forbiddenRoles(change.current()));
        }
        if (!change.groups().isEmpty() && !references.rights().mayManageGroupMembership(id)) {
            result.reject(forbiddenGroups(change.current()));
        }
        if (!groupsInside(change.current()).equals(groupsInside(change.target()))
                && !references.rights().mayManageGroupMembership(id)) {
            result.reject(Violation.of(
                    "forbidden-user", "organizations", changeGroups("organization groups", change.current())));
        }
        if (change.changesServiceAccount()) {
            checkHandedOver(change.current(), result);
        }
        checkNotBefore(change.current(), change.target().notBefore(), result);
    }

    /** An undo that sets an earlier time would make revoked tokens valid again. */
    private void checkNotBefore(UserState current, int notBefore, ValidationResult result) {
        if (notBefore < current.notBefore() && !references.rights().mayManageRealm()) {
            result.reject(Violation.of(
                    "forbidden-not-before",
                    "notBefore",
                    "Not allowed to change notBefore of user \"" + current.username() + "\" from " + current.notBefore()
                            + " to " + notBefore
                            + ": revoked tokens would be valid again; requires the role manage-realm"));
        }
    }

    private static Violation forbiddenRoles(UserState user) {
        return Violation.of("forbidden-user", "realmRoles", mapRoles(user.username()));
    }

    private static Violation forbiddenGroups(UserState user) {
        return Violation.of("forbidden-user", "groups", changeGroups("groups", user));
    }

    /** The detail of a problem if the caller may not map the roles of a user. */
    static String mapRoles(String username) {
        return "Not allowed to map roles of user \"" + username
                + "\"; requires the role manage-users or the permission map-roles";
    }

    private static String changeGroups(String groups, UserState user) {
        return "Not allowed to change " + groups + " of user \"" + user.username()
                + "\"; requires the role manage-users or the permission manage-group-membership";
    }

    private static Set<String> groupsInside(UserState user) {
        return user.associations() == null
                ? Set.of()
                : user.associations().memberships().stream()
                        .flatMap(membership -> membership.groupIds().stream())
                        .collect(Collectors.toSet());
    }

    /**
     * Permission to manage a client includes its service account: the caller can get tokens of the user, and must be allowed to impersonate the
     * user and to grant the user's roles. The name of the user proves nothing: the caller may have changed it.
     */
    private void checkHandedOver(UserState user, ValidationResult result) {
        if (!references.rights().mayImpersonate(user.id())) {
            result.reject(Violation.of(
                    "forbidden-user",
                    "serviceAccountClientId",
                    "Not allowed to make user \"" + user.username()
                            + "\" a service account; requires the role impersonation"));
            return;
        }
        boolean all = references.rights().mayMapRoles(user.id())
                && user.roleIds().stream().noneMatch(id -> references.roleById(id) instanceof Reference.Forbidden)
                && user.groupIds().stream().noneMatch(id -> references.groupById(id) instanceof Reference.Forbidden);
        if (!all) {
            result.reject(Violation.of(
                    "forbidden-user",
                    "serviceAccountClientId",
                    "Not allowed to make user \"" + user.username()
                            + "\" a service account: the user has roles or groups that you may not assign"));
        }
    }
}
