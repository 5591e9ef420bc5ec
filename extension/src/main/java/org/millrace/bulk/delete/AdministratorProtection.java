package org.millrace.bulk.delete;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.AdminRoles;
import org.keycloak.models.ClientModel;
import org.keycloak.models.Constants;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleModel;
import org.keycloak.models.UserModel;
import org.keycloak.services.managers.RealmManager;
import org.millrace.bulk.record.Violation;
import org.millrace.bulk.writer.copy.SetQuery;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.server.Database;

/** Protects the caller and the last administrator of the realm from deletion. For one session and its thread. */
final class AdministratorProtection {
    private final ChunkSession in;
    private final @Nullable RoleModel administrator;

    AdministratorProtection(ChunkSession in) {
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
        in.lock("keycloak_role", administrator.getId());
        return in.unfiltered(() -> isLastAmong(administrator, deleted))
                ? Optional.of(Violation.of(
                        "last-administrator",
                        null,
                        "The last enabled user with role \"" + administrator.getName() + "\" cannot be deleted"))
                : Optional.empty();
    }

    /**
     * Which of these users {@link #refusal(UserModel)} may refuse: the caller, and those that {@link #administrators} finds. On PostgreSQL
     * only.
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
                    + " WHERE EXISTS (SELECT 1 FROM " + database.table("group_role_mapping")
                    + " g WHERE g.group_id = m.group_id AND g.role_id = ?)";
            String ofUsers = "SELECT user_id FROM " + database.table("user_role_mapping")
                    + " WHERE user_id = ANY (?) AND role_id = ?";
            for (String sql : List.of(ofGroups, ofUsers)) {
                SetQuery.read(database, sql, List.of(ids, administrator.getId()), row -> guarded.add(row.getString(1)));
            }
        }
        return guarded;
    }

    private boolean isCaller(UserModel user) {
        return isOfRealm() && in.permissions().adminAuth().getUser().getId().equals(user.getId());
    }

    private boolean isOfRealm() {
        return in.permissions().adminAuth().getRealm().getId().equals(in.realm().getId());
    }

    private boolean isLastAmong(RoleModel role, Predicate<UserModel> deleted) {
        return administrators(role).anyMatch(deleted) && administrators(role).allMatch(deleted);
    }

    /** Enabled users who have the role themselves or by a group. Users who have it inside another role are not counted. */
    private Stream<UserModel> administrators(RoleModel role) {
        RealmModel realm = in.realm();
        return Stream.concat(
                        in.session().users().getRoleMembersStream(realm, role),
                        in.session()
                                .groups()
                                .getGroupsByRoleStream(realm, role, null, null)
                                .flatMap(group -> in.session().users().getGroupMembersStream(realm, group)))
                .filter(UserModel::isEnabled);
    }
}
