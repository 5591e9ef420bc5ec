package org.millrace.bulk.delete;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.AdminRoles;
import org.keycloak.models.ClientModel;
import org.keycloak.models.Constants;
import org.keycloak.models.GroupModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleModel;
import org.keycloak.models.UserModel;
import org.keycloak.services.managers.RealmManager;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.copy.SetQuery;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.server.Database;

/**
 * Protects the caller and the last administrator of the realm. Administrators are enabled users who have the role themselves, by a group or
 * a group above it, or inside another role. For one session and its thread.
 */
public final class AdministratorProtection {
    private final ChunkSession in;
    private final @Nullable RoleModel administrator;
    /** Null until it is read, and after a change of roles or groups. */
    private @Nullable RoleGrants known;

    /** Protection in the session of a chunk. */
    public AdministratorProtection(ChunkSession in) {
        this.in = in;
        this.administrator = administratorRole(in.realm());
    }

    private static @Nullable RoleModel administratorRole(RealmModel realm) {
        if (RealmManager.isAdministrationRealm(realm)) {
            return realm.getRole(AdminRoles.ADMIN);
        }
        ClientModel management = realm.getClientByClientId(Constants.REALM_MANAGEMENT_CLIENT_ID);
        return management == null ? null : management.getRole(AdminRoles.REALM_ADMIN);
    }

    /** Why a user is not deleted; empty if it may be. */
    public Optional<Violation> refusal(UserModel user) {
        boolean isAdministrator = administrator != null && user.isEnabled() && user.hasRole(administrator);
        return isCaller(user) || isAdministrator
                ? refusal(other -> other.getId().equals(user.getId()))
                : Optional.empty();
    }

    /**
     * Why users are not deleted.
     *
     * @param deleted whether a user would be deleted
     */
    public Optional<Violation> refusal(Predicate<UserModel> deleted) {
        UserModel caller = in.permissions().adminAuth().getUser();
        if (isOfRealm() && deleted.test(caller)) {
            return Optional.of(Violation.of("own-account", null, "Not allowed to delete your own account"));
        }
        if (administrator == null) {
            return Optional.empty();
        }
        RoleGrants grants = known(administrator);
        boolean concerned = in.unfiltered(() -> grants.users(in).anyMatch(deleted));
        return concerned && isWithout(grants, deleted)
                ? Optional.of(last(administrator, "cannot be deleted"))
                : Optional.empty();
    }

    /** Why a group is not deleted with the groups below it; empty if it may be. */
    public Optional<Violation> refusal(GroupModel group) {
        if (administrator == null) {
            return Optional.empty();
        }
        RoleGrants before = RoleGrants.of(administrator, Set.of(), in);
        if (before.groups().isEmpty()) {
            return Optional.empty();
        }
        Set<String> removed = in.unfiltered(
                () -> RoleGrants.withGroupsBelow(group).map(GroupModel::getId).collect(Collectors.toSet()));
        return refusal(administrator, before, before.withoutGroups(removed), "group \"" + group.getName() + "\"");
    }

    /** Why a role is not deleted; empty if it may be. */
    public Optional<Violation> refusal(RoleModel role) {
        return refusal(Set.of(role.getId()), "role \"" + role.getName() + "\"");
    }

    /** Why a client is not deleted with its roles; empty if it may be. */
    public Optional<Violation> refusal(ClientModel client) {
        Set<String> roles = in.unfiltered(
                () -> client.getRolesStream().map(RoleModel::getId).collect(Collectors.toSet()));
        return refusal(roles, "a role of client \"" + client.getClientId() + "\"");
    }

    private Optional<Violation> refusal(Set<String> roles, String deleted) {
        if (administrator == null) {
            return Optional.empty();
        }
        RoleGrants before = RoleGrants.of(administrator, Set.of(), in);
        return roles.stream().anyMatch(before.roles()::contains)
                ? refusal(administrator, before, RoleGrants.of(administrator, roles, in), deleted)
                : Optional.empty();
    }

    private Optional<Violation> refusal(RoleModel granted, RoleGrants before, RoleGrants after, String deleted) {
        known = null;
        if (after.equals(before)
                || in.unfiltered(() -> before.users(in).findAny().isEmpty())) {
            return Optional.empty();
        }
        return isWithout(after, user -> false)
                ? Optional.of(last(granted, "has it by " + deleted + ", which cannot be deleted"))
                : Optional.empty();
    }

    /**
     * What may give a user the role.
     *
     * @param enabled whether the user is enabled
     * @param roles ids of the user's roles
     * @param groups ids of the groups that the user is in
     */
    public record Standing(boolean enabled, Collection<String> roles, Collection<String> groups) {
        private boolean isAdministrator(RoleGrants grants) {
            return enabled && (grants.include(roles) || grants.include(groups));
        }
    }

    /** Why a user does not get another standing; empty if the user may. */
    public Optional<Violation> refusal(String userId, Standing now, Standing other) {
        if (administrator == null) {
            return Optional.empty();
        }
        RoleGrants grants = known(administrator);
        return now.isAdministrator(grants)
                        && !other.isAdministrator(grants)
                        && isWithout(grants, user -> user.getId().equals(userId))
                ? Optional.of(last(administrator, "cannot lose it"))
                : Optional.empty();
    }

    /** Whether one of these roles or groups gives users the role. */
    public boolean concerns(Collection<String> ids) {
        return administrator != null && known(administrator).include(ids);
    }

    /** Whether an enabled user has the role now. */
    public boolean hasAdministrator() {
        known = null;
        return administrator != null && !isWithout(known(administrator), user -> false);
    }

    /** Why a change is not made after which no enabled user would have the role. */
    public Violation lastAdministrator() {
        return last(Objects.requireNonNull(administrator), "cannot lose it");
    }

    private static Violation last(RoleModel granted, String why) {
        return Violation.of(
                "last-administrator",
                null,
                "The last enabled user with role \"" + granted.getName() + "\" " + why
                        + ". Give another user the role first");
    }

    private boolean isWithout(RoleGrants grants, Predicate<UserModel> lost) {
        if (administrator != null) {
            in.lock("keycloak_role", administrator.getId());
        }
        return in.unfiltered(() -> grants.users(in).allMatch(lost));
    }

    private RoleGrants known(RoleModel granted) {
        RoleGrants found = known;
        if (found == null) {
            found = RoleGrants.of(granted, Set.of(), in);
            known = found;
        }
        return found;
    }

    /**
     * Which of these users {@link #refusal(UserModel)} may refuse: the caller, and administrators. On PostgreSQL only.
     */
    public Set<String> guarded(Collection<String> ids) {
        Set<String> guarded = new HashSet<>();
        if (isOfRealm()) {
            guarded.add(in.permissions().adminAuth().getUser().getId());
        }
        if (administrator != null && !ids.isEmpty()) {
            Database database = in.database();
            String ofGroups = "SELECT m.user_id FROM unnest(?) AS k(key)"
                    + SetQuery.lookUp(
                            database.table("user_group_membership"), "t.user_id, t.group_id", "t.user_id = k.key", "m")
                    + " WHERE m.group_id = ANY (?)";
            String ofUsers = "SELECT user_id FROM " + database.table("user_role_mapping")
                    + " WHERE user_id = ANY (?) AND role_id = ANY (?)";
            RoleGrants grants = known(administrator);
            SetQuery.read(database, ofGroups, List.of(ids, grants.groups()), row -> guarded.add(row.getString(1)));
            SetQuery.read(database, ofUsers, List.of(ids, grants.roles()), row -> guarded.add(row.getString(1)));
        }
        return guarded;
    }

    private boolean isCaller(UserModel user) {
        return isOfRealm() && in.permissions().adminAuth().getUser().getId().equals(user.getId());
    }

    private boolean isOfRealm() {
        return in.permissions().adminAuth().getRealm().getId().equals(in.realm().getId());
    }
}
