package org.millrace.bulk.entity;

import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.keycloak.authorization.AuthorizationProvider;
import org.keycloak.authorization.fgap.AdminPermissionsSchema;
import org.keycloak.authorization.model.Resource;
import org.keycloak.authorization.model.ResourceServer;
import org.keycloak.authorization.model.Scope;
import org.keycloak.authorization.store.StoreFactory;
import org.keycloak.common.Profile;
import org.keycloak.models.AdminRoles;
import org.keycloak.models.ClientModel;
import org.keycloak.models.GroupModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.organization.OrganizationProvider;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;
import org.keycloak.services.resources.admin.fgap.AdminPermissions;
import org.millrace.bulk.writer.OrganizationAccess;
import org.millrace.server.KeycloakBridge;

/**
 * The permissions of one caller in one realm: by admin roles, and by fine-grained admin permissions (v1 or v2), which may grant access
 * to single clients, groups, users and organizations. For one session and its thread.
 */
public final class CallerPermissions {
    private final KeycloakSession session;
    private final RealmModel realm;
    private final AdminPermissionEvaluator evaluator;
    private @Nullable Boolean managesSomeClient;
    private @Nullable Boolean managesSomeGroup;
    private @Nullable Boolean managesSomeUser;
    private @Nullable Boolean managesSomeOrganization;

    /** Permissions as Keycloak's evaluator decides them for this session. */
    public CallerPermissions(KeycloakSession session, RealmModel realm, AdminPermissionEvaluator evaluator) {
        this.session = session;
        this.realm = realm;
        this.evaluator = evaluator;
    }

    /** Keycloak's own evaluator. */
    public AdminPermissionEvaluator evaluator() {
        return evaluator;
    }

    /** Whether the caller may change at least one client. */
    public boolean managesSomeClient() {
        if (managesSomeClient == null) {
            managesSomeClient = evaluator.clients().canManage()
                    || some(
                            AdminPermissionsSchema.CLIENTS_RESOURCE_TYPE,
                            "Client",
                            Set.of(AdminPermissionsSchema.MANAGE),
                            realm::getClientById,
                            (ClientModel client) -> evaluator.clients().canConfigure(client));
        }
        return managesSomeClient;
    }

    /** Whether the caller may change the authorization services of at least one client. */
    public boolean managesSomeAuthorization() {
        return managesAllAuthorization() || isVersion2() && managesSomeClient();
    }

    /** Whether the caller may change the authorization services of every client. Keycloak 26.4 answers that of single clients only. */
    public boolean managesAllAuthorization() {
        return evaluator.hasOneAdminRole(AdminRoles.MANAGE_AUTHORIZATION, AdminRoles.MANAGE_CLIENTS)
                || isVersion2() && evaluator.clients().canManage();
    }

    /** Whether the caller may change at least one group. */
    public boolean managesSomeGroup() {
        if (managesSomeGroup == null) {
            managesSomeGroup = evaluator.groups().canManage()
                    || some(
                            AdminPermissionsSchema.GROUPS_RESOURCE_TYPE,
                            "Group",
                            Set.of(AdminPermissionsSchema.MANAGE),
                            realm::getGroupById,
                            (GroupModel group) -> evaluator.groups().canManage(group));
        }
        return managesSomeGroup;
    }

    /** Whether the caller may create or change at least one user: by an own permission, or as a member of a group. */
    public boolean managesSomeUser() {
        if (managesSomeUser == null) {
            managesSomeUser = evaluator.users().canManage()
                    || isVersion2() && evaluator.groups().canManageMembers(null)
                    || some(
                            AdminPermissionsSchema.GROUPS_RESOURCE_TYPE,
                            "Group",
                            Set.of(AdminPermissionsSchema.MANAGE_MEMBERS),
                            realm::getGroupById,
                            (GroupModel group) -> evaluator.groups().canManageMembers(group))
                    || some(
                            AdminPermissionsSchema.USERS_RESOURCE_TYPE,
                            "User",
                            Set.of(AdminPermissionsSchema.MANAGE),
                            id -> session.users().getUserById(realm, id),
                            (UserModel user) -> evaluator.users().canManage(user));
        }
        return managesSomeUser;
    }

    /** Whether the caller may change at least one organization. */
    public boolean managesSomeOrganization() {
        if (managesSomeOrganization == null) {
            managesSomeOrganization = KeycloakBridge.mayManageOrganizations(evaluator)
                    || some(
                            AdminPermissionsSchema.ORGANIZATIONS_RESOURCE_TYPE,
                            "Organization",
                            Set.of(AdminPermissionsSchema.MANAGE),
                            this::organization,
                            (OrganizationModel organization) -> OrganizationAccess.mayManage(evaluator, organization));
        }
        return managesSomeOrganization;
    }

    private @Nullable OrganizationModel organization(String id) {
        OrganizationProvider organizations = session.getProvider(OrganizationProvider.class);
        return organizations == null || !organizations.isEnabled() ? null : organizations.getById(id);
    }

    private boolean isVersion2() {
        return AdminPermissionsSchema.SCHEMA.isAdminPermissionsEnabled(realm);
    }

    /**
     * Whether a fine-grained permission allows something with at least one object. Keycloak evaluates such permissions only for callers of
     * the same realm.
     */
    private <T> boolean some(
            String type,
            String typeOfVersion1,
            Set<String> scopes,
            Function<String, @Nullable T> find,
            Predicate<T> allowed) {
        if (!evaluator.adminAuth().getRealm().getId().equals(realm.getId())) {
            return false;
        }
        return ids(type, typeOfVersion1, scopes).stream()
                .map(find)
                .filter(Objects::nonNull)
                .anyMatch(allowed);
    }

    /** Ids of the objects that fine-grained permissions name. */
    private Set<String> ids(String type, String typeOfVersion1, Set<String> scopes) {
        Set<String> ids = new LinkedHashSet<>();
        ResourceServer server = AdminPermissions.management(session, realm).realmResourceServer();
        if (server == null) {
            return ids;
        }
        StoreFactory stores = session.getProvider(AuthorizationProvider.class).getStoreFactory();
        if (isVersion2()) {
            stores.getPolicyStore().findByResourceType(server, type).stream()
                    .filter(policy ->
                            policy.getScopes().stream().map(Scope::getName).anyMatch(scopes::contains))
                    .flatMap(policy -> policy.getResources().stream())
                    .map(Resource::getName)
                    .filter(name -> !name.equals(type))
                    .forEach(ids::add);
        } else if (Profile.isFeatureEnabled(Profile.Feature.ADMIN_FINE_GRAINED_AUTHZ)) {
            // Version 1 names its resources by type and id, such as group.resource.<id>.
            stores.getResourceStore()
                    .findByType(
                            server,
                            typeOfVersion1,
                            resource -> ids.add(resource.getName()
                                    .substring(resource.getName().lastIndexOf('.') + 1)));
        }
        return ids;
    }
}
