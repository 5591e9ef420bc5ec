package org.millrace.bulk.delete;

import java.util.Optional;
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
import org.millrace.bulk.writer.model.ChunkSession;

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
