package org.millrace.bulk.entity.organization.member;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.UserProvider;
import org.keycloak.models.utils.ModelToRepresentation;
import org.keycloak.organization.OrganizationProvider;
import org.millrace.bulk.entity.group.container.StoredGroups;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.UserStores;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.model.ChunkSession;

/** Users that records list as members. For one session and its thread. */
public final class Members {
    private final ChunkSession in;
    private final StoredGroups stored;
    private final Map<String, Optional<UserModel>> byName = new HashMap<>();

    /** Users of the session's realm. */
    public Members(ChunkSession in) {
        this.in = in;
        this.stored = new StoredGroups(in.database(), in.realm().getId());
    }

    /** The user with this username in any case. */
    public Optional<UserModel> byUsername(String username) {
        return byName.computeIfAbsent(
                username.toLowerCase(Locale.ROOT),
                name -> Optional.ofNullable(in.session().users().getUserByUsername(in.realm(), name))
                        .map(user -> DryRunMember.of(in, user)));
    }

    /** The user with this id; empty for null. */
    public Optional<UserModel> byId(@Nullable String id) {
        return id == null
                ? Optional.empty()
                : Optional.ofNullable(in.session().users().getUserById(in.realm(), id))
                        .map(user -> DryRunMember.of(in, user));
    }

    /** Ids of the direct members of a group, and whether each is a managed member. */
    public Map<String, Boolean> of(String groupId) {
        return stored.members(groupId);
    }

    /**
     * Makes a user a managed member.
     *
     * @return false if the user is a member already
     */
    public boolean manage(UserModel user, OrganizationModel organization, OrganizationProvider organizations) {
        if (user instanceof DryRunMember) {
            return organizations.addManagedMember(organization, user);
        }
        // Users from Keycloak's cache lack the type of a membership, so its own store is queried.
        UserModel stored = in.session().getProvider(UserProvider.class).getUserById(in.realm(), user.getId());
        boolean joined = organizations.addManagedMember(organization, stored == null ? user : stored);
        // The cache of users has to notice.
        user.setEnabled(user.isEnabled());
        return joined;
    }

    /** Rejects a missing user. Callers who may not view users get the same problem as for a user they may not manage. */
    public void checkUnknown(String field, String name, ValidationResult result) {
        if (in.permissions().users().canView()) {
            result.object(Violation.of(
                    "unknown-user",
                    field,
                    "User \"" + name + "\" does not exist in realm \""
                            + in.realm().getName() + "\""));
        } else {
            result.reject(forbidden(field, name));
        }
    }

    /** The same problem for existing and missing users, because the caller may not know whether the user exists. */
    public static Violation forbidden(String field, String name) {
        return Violation.of(
                "forbidden-user", field, "You may not manage user \"" + name + "\", or the user does not exist");
    }

    /** The same problem for existing and missing users, without an id, which the caller may not know. */
    static Violation forbiddenRestoration() {
        return Violation.of(
                "forbidden-user",
                "members",
                "You may not manage a user whose membership would be restored, or the user does not exist");
    }

    /** A stored member in a message, by username only if the caller may view the user. */
    public String shown(UserModel user) {
        return maySee(user) ? "user \"" + user.getUsername() + "\"" : "a user that you may not view";
    }

    /** Whether the caller may neither view nor change a user, so that outcomes must not show whether the user exists. */
    public boolean isHidden(UserModel user) {
        return !maySee(user) && !mayManage(user) && !mayManageGroups(user);
    }

    /** Adds the warning of memberships that a dry run does not send to user federation. */
    public void warnOfStores(Stream<UserModel> changed, ValidationResult result) {
        if (in.isDryRun() && changed.anyMatch(UserStores::contain)) {
            result.warn(UserStores.NOT_CHECKED);
        }
    }

    /** Whether the caller may view a user. */
    public boolean maySee(UserModel user) {
        return in.permissions().users().canView(user);
    }

    /** Checks that the caller may view all members: problems of members that a record removes would show them. False adds a problem. */
    public boolean checkRemoval(ValidationResult result) {
        boolean mayView = in.permissions().users().canView();
        if (!mayView) {
            result.reject(Violation.of(
                    "forbidden-user",
                    "members",
                    "Not allowed to remove members; requires the permission to view all users"));
        }
        return mayView;
    }

    /** Whether the caller may manage a user. */
    public boolean mayManage(UserModel user) {
        return in.permissions().users().canManage(user);
    }

    /** Whether the caller may change the group memberships of a user. */
    public boolean mayManageGroups(UserModel user) {
        return in.permissions().users().canManageGroupMembership(user);
    }

    /**
     * Records the admin event of a membership.
     *
     * @param member of the path of Keycloak's own call, behind the organization's members; none for a new member
     */
    public static void tell(
            ChunkSession in, OperationType operation, OrganizationModel organization, String... member) {
        String[] path = new String[3 + member.length];
        path[0] = "organizations";
        path[1] = organization.getId();
        path[2] = "members";
        System.arraycopy(member, 0, path, 3, member.length);
        in.tell(
                operation,
                ResourceType.ORGANIZATION_MEMBERSHIP,
                () -> ModelToRepresentation.toRepresentation(organization),
                path);
    }
}
