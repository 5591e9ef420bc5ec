package org.millrace.bulk.entity.user.prepare;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.keycloak.common.Profile;
import org.keycloak.models.AdminRoles;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.id.IdInUse;
import org.millrace.server.caller.Caller;

/** What the caller may do with users and may know of a realm, in one session; for that session's thread. */
public final class CallerRights {
    private final Caller caller;
    private final KeycloakSession session;
    private final RealmModel realm;
    private @Nullable AdminPermissionEvaluator permissions;
    // Keycloak reads its configuration for each check of an admin role: once for each session, not for each record.
    private @Nullable Boolean managesAllUsers;
    private @Nullable Boolean mayManageRealm;
    private @Nullable Boolean mayCreateAnywhere;
    private @Nullable Boolean mayMapRolesOfNew;
    private @Nullable Boolean mayManageGroupMembershipOfNew;

    CallerRights(Caller caller, KeycloakSession session, RealmModel realm) {
        this.caller = caller;
        this.session = session;
        this.realm = realm;
    }

    /**
     * The problem of a new entity whose id another one has.
     *
     * @param realmId the other one's realm
     */
    Violation idInUse(String entity, String realmId) {
        return IdInUse.violation(entity, "id", Optional.of(realmId), session, realm, caller);
    }

    /** Whether the caller may create users in any group, which the permission to manage all users includes. */
    boolean mayCreateAnywhere() {
        if (mayCreateAnywhere == null) {
            mayCreateAnywhere = permissions().users().canManage();
        }
        return mayCreateAnywhere;
    }

    /** Whether the caller may view or change this user. */
    boolean mayKnow(String userId) {
        return mayView(userId) || mayManage(userId);
    }

    /** Whether the caller may view this user. */
    public boolean mayView(String userId) {
        return managesAllUsers()
                || user(userId).map(user -> permissions().users().canView(user)).orElse(true);
    }

    /** Whether the caller may change this user. The caller may change users created by this transaction. */
    public boolean mayManage(String userId) {
        return managesAllUsers()
                || user(userId)
                        .map(user -> permissions().users().canManage(user))
                        .orElse(true);
    }

    /** Whether the caller may map roles of this user. */
    public boolean mayMapRoles(String userId) {
        return managesAllUsers()
                || user(userId)
                        .map(user -> permissions().users().canMapRoles(user))
                        .orElseGet(this::mayMapRolesOfNew);
    }

    /** Whether the caller may impersonate this user; false for a user who is not stored. */
    public boolean mayImpersonate(String userId) {
        return user(userId)
                .map(user -> permissions().users().canImpersonate(user, null))
                .orElse(false);
    }

    /** Whether the caller may do with users what Keycloak allows by import into the realm only, such as writing consents. */
    public boolean mayManageRealm() {
        if (mayManageRealm == null) {
            mayManageRealm = permissions().realm().canManageRealm();
        }
        return mayManageRealm;
    }

    /** Whether the caller may map roles of a user without specific permissions. */
    public boolean mayMapRolesOfNew() {
        if (mayMapRolesOfNew == null) {
            mayMapRolesOfNew = takesNull()
                    ? permissions().users().canMapRoles(null)
                    : permissions().users().canManage();
        }
        return mayMapRolesOfNew;
    }

    /** Version 1 of fine-grained permissions does not take null for a user without specific permissions. */
    private static boolean takesNull() {
        return Profile.isFeatureEnabled(Profile.Feature.ADMIN_FINE_GRAINED_AUTHZ_V2);
    }

    /** Whether the caller may change the groups of a user without specific permissions. */
    boolean mayManageGroupMembershipOfNew() {
        if (mayManageGroupMembershipOfNew == null) {
            mayManageGroupMembershipOfNew = takesNull()
                    ? permissions().users().canManageGroupMembership(null)
                    : permissions().users().canManage();
        }
        return mayManageGroupMembershipOfNew;
    }

    /** Whether the caller may change the groups of this user. */
    public boolean mayManageGroupMembership(String userId) {
        return managesAllUsers()
                || user(userId)
                        .map(user -> permissions().users().canManageGroupMembership(user))
                        .orElseGet(this::mayManageGroupMembershipOfNew);
    }

    private Optional<UserModel> user(String id) {
        return Optional.ofNullable(session.users().getUserById(realm, id));
    }

    /** By the admin role, which permissions of single users do not restrict. */
    private boolean managesAllUsers() {
        if (managesAllUsers == null) {
            managesAllUsers = permissions().hasOneAdminRole(AdminRoles.MANAGE_USERS);
        }
        return managesAllUsers;
    }

    /** A user manager may list all roles that can be mapped; the others have well-known names. */
    boolean mayViewRealmRoles() {
        return managesAllUsers() || permissions().realm().canViewRealm();
    }

    boolean mayViewClientRoles() {
        return managesAllUsers() || permissions().clients().canView();
    }

    /** Keycloak's permission checks of the caller. */
    AdminPermissionEvaluator permissions() {
        if (permissions == null) {
            permissions = caller.permissions(session, realm);
        }
        return permissions;
    }
}
