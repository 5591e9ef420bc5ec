package org.millrace.bulk.entity.user.prepare;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.keycloak.common.util.Time;
import org.millrace.bulk.entity.user.prepare.References.Reference;
import org.millrace.bulk.entity.user.state.UserChange;
import org.millrace.bulk.entity.user.state.UserState;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.record.user.MembershipRecord;
import org.millrace.bulk.writer.ValidationResult;

/**
 * The caller's permissions for the change of one user: fine-grained permissions apply to single users, and separately to roles and
 * groups. For one transaction and its thread.
 */
record UserChangePermissions(ReferenceLookup references) {
    boolean mayView(UserState user) {
        return references.rights().mayView(user.id());
    }

    /** A user in a message, by name only if the caller may view it. */
    String shown(UserState user) {
        return mayView(user) ? "user \"" + user.username() + "\"" : "the user";
    }

    /** Whether the outcome may be that nothing changes: as with {@code PUT /users/{id}}, not for a caller who may not view the user. */
    boolean showEmpty(UserChange change) {
        return change.isEmpty() && mayView(change.current());
    }

    /** The user's roles that the caller may view. */
    Set<String> viewableRoles(UserState current) {
        return mayView(current) ? current.roleIds() : Set.of();
    }

    /**
     * Rejects a record with roles or groups of a user whom the caller may not view, if the caller may not change them. Otherwise it would
     * be rejected only if the user does not have them.
     */
    void checkHidden(UserRecord item, UserState current, ValidationResult result) {
        boolean inside = namesGroupsInside(item);
        boolean roles = !item.realmRoles().isEmpty() || !item.clientRoles().isEmpty();
        boolean groups = !item.groups().isEmpty();
        if (!roles && !groups && !inside || mayView(current)) {
            return;
        }
        if (roles && !references.rights().mayMapRoles(current.id())) {
            result.reject(forbiddenRoles(current));
        }
        boolean mayGroup = references.rights().mayManageGroupMembership(current.id());
        if (groups && !mayGroup) {
            result.reject(forbiddenGroups(current));
        }
        if (inside && !mayGroup) {
            result.reject(forbiddenInside(current));
        }
    }

    /** Whether a record names groups inside organizations. */
    static boolean namesGroupsInside(UserRecord item) {
        List<MembershipRecord> organizations = item.associations().organizations();
        return organizations != null
                && organizations.stream()
                        .anyMatch(membership -> !membership.groups().isEmpty());
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
            result.reject(forbiddenInside(change.current()));
        }
        if (change.changesServiceAccount()) {
            checkHandedOver(change.current(), result);
        }
        checkNotBefore(change.current(), change.target().notBefore(), result);
        checkCreatedTimestamp(change.current(), change.target().createdTimestamp(), result);
    }

    /** An undo may restore another creation time. */
    private void checkCreatedTimestamp(UserState current, long createdTimestamp, ValidationResult result) {
        if (createdTimestamp != current.createdTimestamp()
                && !references.rights().mayManageRealm()) {
            result.reject(Violation.of(
                    "forbidden-user",
                    "createdTimestamp",
                    "Not allowed to change createdTimestamp of " + shown(current)
                            + "; requires the role manage-realm"));
        }
    }

    /** The creation time. Keycloak's calls for existing users do not change it; its partial import does. */
    long createdTimestamp(UserRecord item, UserState current, ValidationResult result) {
        Long wanted = item.createdTimestamp();
        if (wanted != null && references.rights().mayManageRealm()) {
            return wanted;
        }
        if (wanted != null && !(mayView(current) && wanted == current.createdTimestamp())) {
            result.warn(Violation.of(
                    "created-timestamp-kept",
                    "createdTimestamp",
                    "createdTimestamp of the existing user is not changed; requires the role manage-realm"));
        }
        return current.createdTimestamp();
    }

    /**
     * The time before which the user's tokens are invalid. Keycloak's calls for users set the present time only. With an earlier time than the
     * stored one, revoked tokens would be valid again, and with a future one, tokens that are issued until then would not be valid. Its partial
     * import sets any time. A caller who may not view the user does not learn which time is earlier.
     */
    int notBefore(UserRecord item, UserState current, ValidationResult result) {
        Integer wanted = item.notBefore();
        if (wanted == null || references.rights().mayManageRealm()) {
            return wanted == null ? current.notBefore() : wanted;
        }
        boolean visible = mayView(current);
        boolean isFuture = isFuture(wanted);
        if (visible && !isFuture && wanted >= current.notBefore()) {
            return wanted;
        }
        String reason = isFuture ? "in the future" : "earlier, and revoked tokens would be valid again";
        String detail = visible
                ? "notBefore of " + shown(current) + " stays " + current.notBefore() + ": " + wanted + " is " + reason
                : "notBefore of the user is not set to an earlier or future time";
        result.warn(Violation.of("not-before-kept", "notBefore", detail + "; requires the role manage-realm"));
        return isFuture ? current.notBefore() : Math.max(wanted, current.notBefore());
    }

    private static boolean isFuture(int notBefore) {
        return notBefore > Time.currentTimeMillis() / 1000;
    }

    /** An undo may restore an earlier or future time; see {@link #notBefore}. */
    private void checkNotBefore(UserState current, int notBefore, ValidationResult result) {
        boolean isEarlier = notBefore < current.notBefore();
        boolean isFuture = notBefore > current.notBefore() && isFuture(notBefore);
        if ((isEarlier || isFuture) && !references.rights().mayManageRealm()) {
            result.reject(Violation.of(
                    "forbidden-not-before",
                    "notBefore",
                    "Not allowed to set " + (isFuture ? "a future" : "an earlier") + " notBefore of " + shown(current)
                            + (isFuture ? ": new tokens would be invalid" : ": revoked tokens would be valid again")
                            + "; requires the role manage-realm"));
        }
    }

    private Violation forbiddenRoles(UserState user) {
        return Violation.of("forbidden-user", "realmRoles", mapRoles(shown(user)));
    }

    private Violation forbiddenGroups(UserState user) {
        return Violation.of("forbidden-user", "groups", changeGroups("groups", shown(user)));
    }

    private Violation forbiddenInside(UserState user) {
        return Violation.of("forbidden-user", "organizations", changeGroups("organization groups", shown(user)));
    }

    /** The detail of a problem if the caller may not map the roles of a user. */
    static String mapRoles(String user) {
        return "Not allowed to map roles of " + user + "; requires the role manage-users or the permission map-roles";
    }

    /** The detail of a problem if the caller may not change the groups of a user. */
    static String changeGroups(String groups, String user) {
        return "Not allowed to change " + groups + " of " + user
                + "; requires the role manage-users or the permission manage-group-membership";
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
                    "Not allowed to make " + shown(user) + " a service account; requires the role impersonation"));
            return;
        }
        boolean all = references.rights().mayMapRoles(user.id())
                && user.roleIds().stream().noneMatch(id -> references.roleById(id) instanceof Reference.Forbidden)
                && user.groupIds().stream().noneMatch(id -> references.groupById(id) instanceof Reference.Forbidden);
        if (!all) {
            result.reject(Violation.of(
                    "forbidden-user",
                    "serviceAccountClientId",
                    "Not allowed to make " + shown(user)
                            + " a service account: the user has roles or groups that you may not assign"));
        }
    }
}
