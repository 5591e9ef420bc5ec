package org.millrace.bulk.entity.user.prepare;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jboss.logging.Logger;
import org.keycloak.authorization.AuthorizationProvider;
import org.keycloak.authorization.model.PermissionTicket;
import org.keycloak.authorization.model.Policy;
import org.keycloak.authorization.model.ResourceServer;
import org.keycloak.authorization.store.PermissionTicketStore;
import org.keycloak.authorization.store.StoreFactory;
import org.keycloak.common.Profile;
import org.keycloak.models.ClientModel;
import org.keycloak.models.Constants;
import org.keycloak.models.GroupModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleModel;
import org.keycloak.models.UserModel;
import org.keycloak.organization.OrganizationProvider;
import org.millrace.bulk.delete.UserRemoval;
import org.millrace.bulk.entity.user.profile.RawAttributes;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.writer.AuditLog;
import org.millrace.bulk.writer.ImportScope;
import org.millrace.server.JpaSession;

/**
 * Service accounts as Keycloak made them when it enabled them for a client, with nothing added since. The user of an export and this
 * account are one: the record completes the account, and an account with another id than the record's is replaced. For one transaction
 * and its thread.
 */
final class ServiceAccounts {
    private static final Logger LOG = Logger.getLogger(ServiceAccounts.class);

    private final KeycloakSession session;
    private final RealmModel realm;
    private final RealmDefaults defaults;
    private final ImportScope scope;
    private final UserRemoval removal;
    private final Set<String> taken = new HashSet<>();
    /** Accounts to be removed, by the id of the user that takes the place. */
    private final Map<String, UserModel> replaced = new HashMap<>();

    /**
     * The service accounts of a realm.
     *
     * @param session whose users are those of the realm
     * @param dryRun whether the transaction is rolled back
     */
    ServiceAccounts(
            KeycloakSession session, RealmModel realm, RealmDefaults defaults, ImportScope scope, boolean dryRun) {
        this.session = session;
        this.realm = realm;
        this.defaults = defaults;
        this.scope = scope;
        this.removal = new UserRemoval(session, realm, dryRun);
    }

    /** The account of the client that the record names, if nothing was added to it and no earlier record of the chunk is about it. */
    Optional<UserModel> untouched(UserRecord item) {
        String clientId = item.associations().serviceAccountClientId();
        ClientModel client = clientId == null ? null : realm.getClientByClientId(clientId);
        if (client == null) {
            return Optional.empty();
        }
        try {
            return Optional.ofNullable(session.users().getServiceAccount(client))
                    .filter(account -> !taken.contains(account.getId()))
                    .filter(account -> isUntouched(account, client));
        } catch (IllegalStateException e) {
            LOG.debug("A client has several service accounts", e);
            return Optional.empty();
        }
    }

    private boolean isUntouched(UserModel account, ClientModel client) {
        Set<String> roles = new HashSet<>(Set.of(defaults.roleId()));
        RoleModel protection = client.getRole(Constants.AUTHZ_UMA_PROTECTION);
        if (protection != null) {
            roles.add(protection.getId());
        }
        return account.isEnabled()
                && account.getEmail() == null
                && account.getFirstName() == null
                && account.getLastName() == null
                && account.getAttributes().keySet().stream().allMatch(RawAttributes::isColumn)
                && account.getRoleMappingsStream().map(RoleModel::getId).allMatch(roles::contains)
                && account.getGroupsStream().map(GroupModel::getId).allMatch(defaults.groupIds()::contains)
                && account.getRequiredActionsStream().allMatch(defaults.actions()::contains)
                && account.credentialManager()
                        .getStoredCredentialsStream()
                        .findAny()
                        .isEmpty()
                && session.users()
                        .getFederatedIdentitiesStream(realm, account)
                        .findAny()
                        .isEmpty()
                && session.users()
                        .getConsentsStream(realm, account.getId())
                        .findAny()
                        .isEmpty();
    }

    /** Whether a resource, permission ticket, policy, admin permission or organization membership refers to the account. */
    boolean isReferenced(UserModel account) {
        OrganizationProvider organizations = session.getProvider(OrganizationProvider.class);
        return Profile.isFeatureEnabled(Profile.Feature.AUTHORIZATION) && isReferenced(account.getId())
                || organizations != null
                        && organizations.isEnabled()
                        && organizations.getByMember(account).findAny().isPresent();
    }

    private boolean isReferenced(String id) {
        StoreFactory stores = session.getProvider(AuthorizationProvider.class).getStoreFactory();
        Map<Policy.FilterOption, String[]> naming = Map.of(
                Policy.FilterOption.TYPE, new String[] {"user"},
                Policy.FilterOption.CONFIG, new String[] {"users", id},
                Policy.FilterOption.ANY_OWNER, Policy.FilterOption.EMPTY_FILTER);
        ClientModel permissions = realm.getAdminPermissionsClient();
        ResourceServer ofPermissions =
                permissions == null ? null : stores.getResourceServerStore().findByClient(permissions);
        return !stores.getResourceStore().findByOwner(null, id).isEmpty()
                // Admin permissions for single users have a resource with the id as its name.
                || ofPermissions != null && stores.getResourceStore().findByName(ofPermissions, id) != null
                || hasTicket(stores.getPermissionTicketStore(), PermissionTicket.FilterOption.OWNER, id)
                || hasTicket(stores.getPermissionTicketStore(), PermissionTicket.FilterOption.REQUESTER, id)
                || !stores.getPolicyStore().find(null, naming, 0, 1).isEmpty();
    }

    private static boolean hasTicket(PermissionTicketStore tickets, PermissionTicket.FilterOption role, String id) {
        return !tickets.find(null, Map.of(role, id), 0, 1).isEmpty();
    }

    /** Notes that a record of the chunk completes the account. */
    void complete(UserModel account) {
        taken.add(account.getId());
    }

    /** Notes that a user takes the place of the account. */
    void replace(UserModel account, String userId) {
        taken.add(account.getId());
        replaced.put(userId, account);
    }

    /** Removes the account whose place the user takes, before the user is written. */
    void remove(String userId) {
        UserModel account = replaced.remove(userId);
        if (account != null) {
            String id = account.getId();
            if (removal.remove(account)) {
                AuditLog.of(session)
                        .ifPresent(log -> log.add(scope, "deleted user " + id + ", replaced by user " + userId));
            }
            JpaSession.waitForDisk(session);
            JpaSession.flush(session);
        }
    }

    /** Removes all accounts whose places are taken. */
    void removeAll() {
        Set.copyOf(replaced.keySet()).forEach(this::remove);
    }
}
