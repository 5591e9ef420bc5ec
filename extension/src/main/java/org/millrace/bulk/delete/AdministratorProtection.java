package org.millrace.bulk.delete;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.AdminRoles;
import org.keycloak.models.ClientModel;
import org.keycloak.models.Constants;
import org.keycloak.models.GroupModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleModel;
import org.keycloak.models.UserModel;
import org.keycloak.services.managers.RealmManager;
import org.millrace.bulk.record.Violation;
import org.millrace.bulk.writer.copy.SetQuery;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.server.Database;
import org.millrace.server.JpaSession;
import org.millrace.server.Sql;

/**
 * Protects the caller and the last administrator of the realm. Administrators are enabled users who have the role themselves, by a group or
 * a group above it, or inside another role. For one session and its thread.
 */
public final class AdministratorProtection {
    private final ChunkSession in;
    private final @Nullable RoleModel administrator;
    /** Null until it is read, and after a change of roles or groups. */
    private @Nullable Grants known;

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
    Optional<Violation> refusal(UserModel user) {
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
    Optional<Violation> refusal(Predicate<UserModel> deleted) {
        UserModel caller = in.permissions().adminAuth().getUser();
        if (isOfRealm() && deleted.test(caller)) {
            return Optional.of(Violation.of("own-account", null, "You cannot delete your own account"));
        }
        if (administrator == null) {
            return Optional.empty();
        }
        Grants grants = known(administrator);
        boolean concerned = in.unfiltered(() -> administrators(grants).anyMatch(deleted));
        return concerned && isWithout(grants, deleted) ? last(administrator, "cannot be deleted") : Optional.empty();
    }

    /** Why a group is not deleted with the groups below it; empty if it may be. */
    Optional<Violation> refusal(GroupModel group) {
        if (administrator == null) {
            return Optional.empty();
        }
        Grants before = grants(administrator, Set.of());
        if (before.groups().isEmpty()) {
            return Optional.empty();
        }
        Set<String> removed = in.unfiltered(
                () -> withGroupsBelow(group).map(GroupModel::getId).collect(Collectors.toSet()));
        return refusal(administrator, before, before.without(removed), "group \"" + group.getName() + "\"");
    }

    /** Why a role is not deleted; empty if it may be. */
    Optional<Violation> refusal(RoleModel role) {
        return refusal(Set.of(role.getId()), "role \"" + role.getName() + "\"");
    }

    /** Why a client is not deleted with its roles; empty if it may be. */
    Optional<Violation> refusal(ClientModel client) {
        Set<String> roles = in.unfiltered(
                () -> client.getRolesStream().map(RoleModel::getId).collect(Collectors.toSet()));
        return refusal(roles, "a role of client \"" + client.getClientId() + "\"");
    }

    private Optional<Violation> refusal(Set<String> roles, String deleted) {
        if (administrator == null) {
            return Optional.empty();
        }
        Grants before = grants(administrator, Set.of());
        return roles.stream().anyMatch(before.roles()::contains)
                ? refusal(administrator, before, grants(administrator, roles), deleted)
                : Optional.empty();
    }

    private Optional<Violation> refusal(RoleModel granted, Grants before, Grants after, String deleted) {
        known = null;
        if (after.equals(before)
                || in.unfiltered(() -> administrators(before).findAny().isEmpty())) {
            return Optional.empty();
        }
        return isWithout(after, user -> false)
                ? last(granted, "has it by " + deleted + ", which cannot be deleted")
                : Optional.empty();
    }

    /**
     * What may give a user the role.
     *
     * @param enabled whether the user is enabled
     * @param roles ids of the user's roles
     * @param groups ids of the groups that the user is in
     */
    public record Standing(boolean enabled, Collection<String> roles, Collection<String> groups) {}

    /** Why a user does not get another standing; empty if the user may. */
    public Optional<Violation> refusal(String userId, Standing now, Standing other) {
        if (administrator == null) {
            return Optional.empty();
        }
        Grants grants = known(administrator);
        return grants.giveTo(now)
                        && !grants.giveTo(other)
                        && isWithout(grants, user -> user.getId().equals(userId))
                ? last(administrator, "cannot lose it")
                : Optional.empty();
    }

    /** Whether one of these roles or groups gives users the role. */
    public boolean concerns(Collection<String> ids) {
        if (administrator == null) {
            return false;
        }
        Grants grants = known(administrator);
        return ids.stream()
                .anyMatch(id -> grants.roles().contains(id) || grants.groups().contains(id));
    }

    /** Whether an enabled user has the role now. */
    public boolean hasAdministrator() {
        known = null;
        return administrator != null && !isWithout(known(administrator), user -> false);
    }

    /** Why a change is not made after which no enabled user would have the role. */
    public Violation lastAdministrator() {
        return last(Objects.requireNonNull(administrator), "cannot lose it").orElseThrow();
    }

    private static Optional<Violation> last(RoleModel granted, String why) {
        return Optional.of(Violation.of(
                "last-administrator", null, "The last enabled user with role \"" + granted.getName() + "\" " + why));
    }

    private boolean isWithout(Grants grants, Predicate<UserModel> lost) {
        if (administrator != null) {
            in.lock("keycloak_role", administrator.getId());
        }
        return in.unfiltered(() -> administrators(grants).allMatch(lost));
    }

    private Grants known(RoleModel granted) {
        Grants found = known;
        if (found == null) {
            found = grants(granted, Set.of());
            known = found;
        }
        return found;
    }

    /**
     * What gives users the role.
     *
     * @param roles ids of the role and of those that contain it
     * @param groups ids of the groups with such a role, and of the groups below them
     */
    private record Grants(Set<String> roles, Set<String> groups) {
        Grants without(Set<String> removed) {
            Set<String> remaining = new HashSet<>(groups);
            remaining.removeAll(removed);
            return new Grants(roles, remaining);
        }

        boolean giveTo(Standing user) {
            return user.enabled()
                    && (user.roles().stream().anyMatch(roles::contains)
                            || user.groups().stream().anyMatch(groups::contains));
        }
    }

    /** @param without ids of roles that do not count */
    private Grants grants(RoleModel role, Set<String> without) {
        Set<String> roles = new HashSet<>();
        List<String> found = List.of(role.getId());
        JpaSession.flush(in.session());
        try (Connection connection = in.database().connection()) {
            while (!found.isEmpty()) {
                List<String> added = found.stream()
                        .filter(id -> !without.contains(id) && roles.add(id))
                        .toList();
                found = new ArrayList<>();
                for (List<String> some : Sql.inParts(added)) {
                    found.addAll(Sql.in(
                                    connection,
                                    "SELECT composite FROM " + in.database().table("composite_role")
                                            + " WHERE child_role IN ",
                                    some)
                            .all(row -> row.getString(1)));
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the roles that contain an administrator's role cannot be read", e);
        }
        Set<String> groups = in.unfiltered(() -> roles(roles)
                .flatMap(each -> in.session().groups().getGroupsByRoleStream(in.realm(), each, null, null))
                // Groups of organizations give their members no roles.
                .filter(group -> group.getType() == GroupModel.Type.REALM)
                .flatMap(AdministratorProtection::withGroupsBelow)
                .map(GroupModel::getId)
                .collect(Collectors.toSet()));
        return new Grants(roles, groups);
    }

    private Stream<RoleModel> roles(Set<String> ids) {
        return ids.stream().map(id -> in.realm().getRoleById(id)).filter(Objects::nonNull);
    }

    private static Stream<GroupModel> withGroupsBelow(GroupModel group) {
        return Stream.concat(
                Stream.of(group), group.getSubGroupsStream().flatMap(AdministratorProtection::withGroupsBelow));
    }

    /**
     * Which of these users {@link #refusal(UserModel)} may refuse: the caller, and administrators. On PostgreSQL only.
     */
    Set<String> guarded(Collection<String> ids) {
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
            Grants grants = known(administrator);
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

    private Stream<UserModel> administrators(Grants grants) {
        RealmModel realm = in.realm();
        return Stream.concat(
                        roles(grants.roles())
                                .flatMap(role -> in.session().users().getRoleMembersStream(realm, role)),
                        grants.groups().stream()
                                .map(id -> in.session().groups().getGroupById(realm, id))
                                .filter(Objects::nonNull)
                                .flatMap(group -> in.session().users().getGroupMembersStream(realm, group)))
                .filter(UserModel::isEnabled);
    }
}
