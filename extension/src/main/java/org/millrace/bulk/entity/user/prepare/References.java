package org.millrace.bulk.entity.user.prepare;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.keycloak.common.Profile;
import org.keycloak.models.AdminRoles;
import org.keycloak.models.ClientModel;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.models.GroupModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.organization.OrganizationProvider;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;
import org.millrace.bulk.record.Violation;
import org.millrace.bulk.writer.OrganizationAccess;
import org.millrace.bulk.writer.id.IdInUse;
import org.millrace.server.Caller;
import org.millrace.server.KeycloakBridge;

/**
 * Resolves the names in records: ids of roles, groups, clients and organizations, and whether the caller may grant them, by the
 * same permission checks as {@code role-mappings} and group membership. Results are cached for a short time. Thread-safe.
 */
public final class References {
    private static final Logger LOG = Logger.getLogger(References.class);

    /** Upper bound for the cached names. */
    private static final int MAX_REMEMBERED = 10_000;

    /** Longer names are looked up each time: a client could fill the memory with them. */
    private static final int MAX_REMEMBERED_LENGTH = 1_000;

    /** A role may be removed, and a right taken away, while an import runs for hours. */
    private static final Duration FRESH = Duration.ofSeconds(10);

    private final Caller caller;
    private final boolean growing;
    private final Cache<String, Reference> remembered;
    /** Last known ids, tried first when a cached name has to be looked up again. */
    private final Cache<String, String> lastIds;

    /**
     * References on behalf of a caller.
     *
     * @param growing whether missing entities may be created while the import runs, so that missing ones are looked up each time
     */
    public References(Caller caller, boolean growing) {
        this.caller = caller;
        this.growing = growing;
        this.remembered = cache().expireAfterWrite(FRESH).build();
        this.lastIds = cache().build();
    }

    /** Evicts on the thread that adds an entry, because a provider does not use the server's common pool. */
    private static Caffeine<Object, Object> cache() {
        return Caffeine.newBuilder().maximumSize(MAX_REMEMBERED).executor(Runnable::run);
    }

    /** The result of a lookup by name. */
    public sealed interface Reference {
        /** It exists, and the caller may hand it out. */
        record Usable(String id) implements Reference {}

        /** It does not exist, which the caller may know. */
        record Unknown() implements Reference {}

        /** The caller may not assign it, or it does not exist and the caller may not view objects of its kind. */
        record Forbidden() implements Reference {}
    }

    /** The names as one session sees them; for that session's thread. */
    public Lookup in(KeycloakSession session, RealmModel realm) {
        return new Lookup(session, realm);
    }

    /** Clears the cache, for example after a chunk that referred to a removed entity. */
    public void forget() {
        remembered.invalidateAll();
    }

    /** Looks names up in one session. */
    public final class Lookup {
        private final KeycloakSession session;
        private final RealmModel realm;
        private @Nullable AdminPermissionEvaluator permissions;
        private @Nullable Boolean managesAllUsers;
        // Keycloak reads its configuration for each check of an admin role: once for each session, not for each record.
        private @Nullable Boolean mayCreateAnywhere;
        private @Nullable Boolean mayMapRolesOfNew;

        private Lookup(KeycloakSession session, RealmModel realm) {
            this.session = session;
            this.realm = realm;
        }

        /** A role of the realm by its name. */
        public Reference realmRole(String name) {
            return remember("r\0" + name, key -> {
                RoleModel role = realm.getRole(name.trim());
                return role == null ? absent(this::mayViewRealmRoles) : role(role);
            });
        }

        /** A role of a client by the client's id, as people know it, and the role's name. */
        public Reference clientRole(String clientId, String name) {
            return remember("c\0" + clientId + "\0" + name, key -> {
                ClientModel client = realm.getClientByClientId(clientId);
                RoleModel role = client == null ? null : client.getRole(name.trim());
                return role == null ? absent(this::mayViewClientRoles) : role(role);
            });
        }

        /** Whether there is no such client, if the caller may know that: who may view all clients. */
        public boolean isMissingClient(String clientId) {
            return permissions().clients().canView() && realm.getClientByClientId(clientId) == null;
        }

        /** A group by its path. */
        public Reference group(String path) {
            return rememberPlace("g\0" + path, key -> {
                GroupModel group = groupAt(key, path);
                return group == null ? absent(() -> permissions().groups().canView()) : group(group);
            });
        }

        private @Nullable GroupModel groupAt(String key, String path) {
            GroupModel group = still(key, path, null);
            return group == null ? KeycloakModelUtils.findGroupByPath(session, realm, path) : group;
        }

        /**
         * Whether the caller may create a user in these groups, as {@code POST /users} decides it: with the permission to manage all users,
         * or with the permissions to manage the members and the membership of each group. Paths of groups that do not exist are ignored.
         */
        public boolean mayCreate(Collection<String> groupPaths) {
            if (mayCreateAnywhere == null) {
                mayCreateAnywhere = permissions().users().canManage();
            }
            if (mayCreateAnywhere) {
                return true;
            }
            List<Reference> groups = groupPaths.stream()
                    .map(this::groupOfNewMember)
                    .filter(group -> !(group instanceof Reference.Unknown))
                    .toList();
            return !groups.isEmpty() && groups.stream().allMatch(Reference.Usable.class::isInstance);
        }

        private Reference groupOfNewMember(String path) {
            return rememberPlace("gm\0" + path, key -> {
                GroupModel group = groupAt(key, path);
                if (group == null) {
                    return absent(() -> permissions().groups().canView());
                }
                return permissions().groups().canManageMembers(group)
                                && permissions().groups().canManageMembership(group)
                        ? new Reference.Usable(group.getId())
                        : new Reference.Forbidden();
            });
        }

        /** A role that the user already has. Removing a role that no longer exists needs no permission. */
        public Reference roleById(String id) {
            return remember("i\0" + id, key -> {
                RoleModel role = realm.getRoleById(id);
                return role == null ? new Reference.Unknown() : role(role);
            });
        }

        /** A group of which the user is already a member. Leaving a group that no longer exists needs no permission. */
        public Reference groupById(String id) {
            return remember("j\0" + id, key -> {
                GroupModel group = realm.getGroupById(id);
                return group == null ? new Reference.Unknown() : group(group);
            });
        }

        /** Whether the caller may know this user. */
        public boolean mayView(String userId) {
            return managesAllUsers()
                    || user(userId)
                            .map(user -> permissions().users().canView(user))
                            .orElse(true);
        }

        /**
         * The problem of a new entity whose id another one has.
         *
         * @param realmId the other one's realm
         */
        Violation idInUse(String entity, String realmId) {
            return IdInUse.violation(entity, "id", Optional.of(realmId), session, realm, caller);
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

        /** Whether the caller may write consents of users, which only Keycloak's realm import lets an administrator do. */
        public boolean mayManageConsents() {
            return permissions().realm().canManageRealm();
        }

        /** Whether the caller may map roles of a user without specific permissions. */
        public boolean mayMapRolesOfNew() {
            if (mayMapRolesOfNew == null) {
                // Version 1 of fine-grained permissions does not take null.
                mayMapRolesOfNew = Profile.isFeatureEnabled(Profile.Feature.ADMIN_FINE_GRAINED_AUTHZ_V2)
                        ? permissions().users().canMapRoles(null)
                        : permissions().users().canManage();
            }
            return mayMapRolesOfNew;
        }

        /** Whether the caller may change the groups of this user. */
        public boolean mayManageGroupMembership(String userId) {
            return managesAllUsers()
                    || user(userId)
                            .map(user -> permissions().users().canManageGroupMembership(user))
                            .orElse(false);
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
        private boolean mayViewRealmRoles() {
            return managesAllUsers() || permissions().realm().canViewRealm();
        }

        private boolean mayViewClientRoles() {
            return managesAllUsers() || permissions().clients().canView();
        }

        private static Reference absent(BooleanSupplier mayViewAll) {
            return mayViewAll.getAsBoolean() ? new Reference.Unknown() : new Reference.Forbidden();
        }

        private Reference group(GroupModel group) {
            return permissions().groups().canManageMembership(group)
                    ? new Reference.Usable(group.getId())
                    : new Reference.Forbidden();
        }

        /**
         * A client that a user may have consented to. Consents belong to the user: only Keycloak's realm import lets an
         * administrator write them, with permission to manage the realm.
         */
        public Reference client(String clientId) {
            return remember("k\0" + clientId, key -> {
                if (!mayManageConsents()) {
                    return new Reference.Forbidden();
                }
                ClientModel client = realm.getClientByClientId(clientId);
                return client == null ? new Reference.Unknown() : new Reference.Usable(client.getId());
            });
        }

        /** A client whose service account a user may be, by the check of the call that gives a client one. */
        public Reference serviceAccountClient(String clientId) {
            return remember("s\0" + clientId, key -> {
                ClientModel client = realm.getClientByClientId(clientId);
                if (client == null) {
                    return absent(() -> permissions().clients().canView());
                }
                return permissions().clients().canConfigure(client)
                        ? new Reference.Usable(client.getId())
                        : new Reference.Forbidden();
            });
        }

        /** Whether the caller may configure the client, so that its service account is the caller's to change. */
        boolean mayConfigure(String clientId) {
            return serviceAccountClient(clientId) instanceof Reference.Usable;
        }

        /** The service accounts of the realm's clients. */
        ServiceAccounts serviceAccounts(RealmDefaults defaults) {
            return new ServiceAccounts(session, realm, defaults);
        }

        /** Whether a client has a service account now. */
        public boolean hasServiceAccount(String clientId) {
            ClientModel client = realm.getClientByClientId(clientId);
            try {
                return client != null && session.users().getServiceAccount(client) != null;
            } catch (IllegalStateException e) {
                LOG.debug("A client has several service accounts", e);
                return true;
            }
        }

        /** A client scope by its name, or a client that is shown as one. */
        public Reference clientScope(String name) {
            return remember("p\0" + name, key -> {
                ClientScopeModel scope = KeycloakModelUtils.getClientScopeByName(realm, name);
                // A parameterized scope is experimental: the consent depends on a parameter that the name does not
                // contain.
                return scope == null || KeycloakBridge.isParameterized(scope)
                        ? new Reference.Unknown()
                        : new Reference.Usable(scope.getId());
            });
        }

        /** An organization by its alias. */
        public Reference organization(String alias) {
            return rememberPlace("o\0" + alias, key -> ofOrganization(alias, organization -> organization.getId()));
        }

        /** An organization of which the user is already a member. Leaving one that no longer exists needs no permission. */
        public Reference organizationById(String id) {
            return remember("ob\0" + id, key -> {
                OrganizationProvider organizations = session.getProvider(OrganizationProvider.class);
                OrganizationModel organization = organizations == null ? null : organizations.getById(id);
                if (organization == null) {
                    return new Reference.Unknown();
                }
                return OrganizationAccess.mayManage(permissions(), organization)
                        ? new Reference.Usable(id)
                        : new Reference.Forbidden();
            });
        }

        /** The group that holds an organization's members. */
        public Reference membersOf(String alias) {
            return remember(
                    "m\0" + alias,
                    key -> ofOrganization(
                            alias,
                            organization -> KeycloakBridge.groupOf(session, realm, organization)
                                    .getId()));
        }

        /** A group inside an organization, by its path there. */
        public Reference organizationGroup(String alias, String path) {
            return rememberPlace(
                    "og\0" + alias + "\0" + path,
                    key -> ofOrganization(alias, organization -> {
                        GroupModel group = still(key, path, organization.getId());
                        if (group == null) {
                            group = KeycloakBridge.organizationGroup(session, realm, organization, path);
                        }
                        return group == null ? null : group.getId();
                    }));
        }

        /** The group that this name meant last time, if it is where the name says: Keycloak's cache knows groups by id. */
        private @Nullable GroupModel still(String key, String path, @Nullable String organizationId) {
            String id = lastIds.getIfPresent(key);
            GroupModel group = id == null ? null : realm.getGroupById(id);
            return group != null && isAt(group, path, organizationId) ? group : null;
        }

        /** Whether a path means this group; no, too, where a name has a slash, so that the path may mean another one. */
        private static boolean isAt(GroupModel group, String path, @Nullable String organizationId) {
            OrganizationModel organization = KeycloakBridge.organizationOf(group);
            if (!Objects.equals(organizationId, organization == null ? null : organization.getId())) {
                return false;
            }
            for (GroupModel at = group; at != null && !at.getName().equals(organizationId); at = at.getParent()) {
                if (at.getName().indexOf('/') >= 0) {
                    return false;
                }
            }
            return path.equals(KeycloakModelUtils.buildGroupPath(group));
        }

        private Reference ofOrganization(String alias, Function<OrganizationModel, @Nullable String> part) {
            OrganizationProvider organizations = session.getProvider(OrganizationProvider.class);
            if (organizations == null || !organizations.isEnabled()) {
                return new Reference.Unknown();
            }
            Optional<OrganizationModel> organization = byAlias(organizations, alias);
            if (organization.isEmpty()) {
                return absent(() -> KeycloakBridge.mayViewOrganizations(permissions()));
            }
            if (!OrganizationAccess.mayManage(permissions(), organization.get())) {
                return new Reference.Forbidden();
            }
            String id = part.apply(organization.get());
            return id == null ? new Reference.Unknown() : new Reference.Usable(id);
        }

        private Optional<OrganizationModel> byAlias(OrganizationProvider organizations, String alias) {
            String id = lastIds.getIfPresent("o\0" + alias);
            OrganizationModel last = id == null ? null : organizations.getById(id);
            if (last != null && alias.equals(last.getAlias())) {
                return Optional.of(last);
            }
            // Permissions of the caller are checked elsewhere: this session has no user.
            return KeycloakBridge.withoutAuthorization(
                    session,
                    () -> organizations
                            .getAllStream(Map.of(OrganizationModel.ALIAS, alias), -1, -1)
                            .findAny());
        }

        private Reference role(RoleModel role) {
            return permissions().roles().canMapRole(role)
                    ? new Reference.Usable(role.getId())
                    : new Reference.Forbidden();
        }

        private AdminPermissionEvaluator permissions() {
            if (permissions == null) {
                permissions = caller.permissions(session, realm);
            }
            return permissions;
        }

        /** Like {@code remember}, but tries the last known id first when the entry has to be looked up again. */
        private Reference rememberPlace(String key, Function<String, Reference> lookUp) {
            return remember(key, unused -> {
                Reference found = lookUp.apply(key);
                if (found instanceof Reference.Usable usable && key.length() <= MAX_REMEMBERED_LENGTH) {
                    lastIds.put(key, usable.id());
                }
                return found;
            });
        }

        private Reference remember(String key, Function<String, Reference> lookUp) {
            Reference known = remembered.getIfPresent(key);
            if (known != null) {
                return known;
            }
            Reference found = lookUp.apply(key);
            boolean lasting = !growing || found instanceof Reference.Usable;
            if (lasting && key.length() <= MAX_REMEMBERED_LENGTH) {
                remembered.put(key, found);
            }
            return found;
        }
    }
}
