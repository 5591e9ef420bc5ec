package org.millrace.bulk.entity.user.prepare;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.ClientModel;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.models.GroupModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleModel;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.organization.OrganizationProvider;
import org.millrace.bulk.entity.user.prepare.References.Reference;
import org.millrace.bulk.writer.ImportScope;
import org.millrace.bulk.writer.OrganizationAccess;
import org.millrace.server.GroupPath;
import org.millrace.server.KeycloakBridge;
import org.millrace.server.caller.Caller;

/**
 * Resolves the names in records: ids of roles, groups, clients and organizations, and whether the caller may grant them, by the
 * same permission checks as {@code role-mappings} and group membership. For one session and its thread.
 *
 * <p>One long class: one method for each kind of reference.
 */
public final class ReferenceLookup {
    private static final Logger LOG = Logger.getLogger(ReferenceLookup.class);

    private final References references;
    private final CallerRights rights;
    private final KeycloakSession session;
    private final RealmModel realm;

    ReferenceLookup(References references, Caller caller, KeycloakSession session, RealmModel realm) {
        this.references = references;
        this.rights = new CallerRights(caller, session, realm);
        this.session = session;
        this.realm = realm;
    }

    /** What the caller may do in this session. */
    public CallerRights rights() {
        return rights;
    }

    /** Messages about references. */
    ReferenceMessages messages() {
        return new ReferenceMessages(session, realm, rights.permissions());
    }

    /** A role of the realm by its name. */
    public Reference realmRole(String name) {
        return references.remember("r\0" + name, key -> {
            RoleModel role = realm.getRole(name.trim());
            return role == null ? absent(rights::mayViewRealmRoles) : role(role);
        });
    }

    /** A role of a client by the client's id, as people know it, and the role's name. */
    public Reference clientRole(String clientId, String name) {
        return references.remember("c\0" + clientId + "\0" + name, key -> {
            ClientModel client = realm.getClientByClientId(clientId);
            RoleModel role = client == null ? null : client.getRole(name.trim());
            return role == null ? absent(rights::mayViewClientRoles) : role(role);
        });
    }

    /** Whether there is no such client, if the caller may know that: who may view all clients. */
    public boolean isMissingClient(String clientId) {
        return rights.permissions().clients().canView() && realm.getClientByClientId(clientId) == null;
    }

    /** A group by its path. */
    public Reference group(String path) {
        return references.rememberPath("g\0" + path, key -> {
            GroupModel group = groupAt(key, path);
            return group == null ? absent(() -> rights.permissions().groups().canView()) : group(group);
        });
    }

    private @Nullable GroupModel groupAt(String key, String path) {
        GroupModel group = still(key, path, null);
        return group == null ? GroupPath.find(session, realm, path) : group;
    }

    /**
     * Whether the caller may create a user in these groups, as {@code POST /users} decides it: with the permission to manage all users,
     * or with the permissions to manage the members and the membership of each group. Paths of groups that do not exist are ignored.
     */
    public boolean mayCreate(Collection<String> groupPaths) {
        if (rights.mayCreateAnywhere()) {
            return true;
        }
        List<Reference> groups = groupPaths.stream()
                .map(this::groupOfNewMember)
                .filter(group -> !(group instanceof Reference.Unknown))
                .toList();
        return !groups.isEmpty() && groups.stream().allMatch(Reference.Usable.class::isInstance);
    }

    private Reference groupOfNewMember(String path) {
        return references.rememberPath("gm\0" + path, key -> {
            GroupModel group = groupAt(key, path);
            if (group == null) {
                return absent(() -> rights.permissions().groups().canView());
            }
            return rights.permissions().groups().canManageMembers(group)
                            && rights.permissions().groups().canManageMembership(group)
                    ? new Reference.Usable(group.getId())
                    : new Reference.Forbidden();
        });
    }

    /** A role that the user already has. Removing a role that no longer exists needs no permission. */
    public Reference roleById(String id) {
        return references.remember("i\0" + id, key -> {
            RoleModel role = realm.getRoleById(id);
            return role == null ? new Reference.Unknown() : role(role);
        });
    }

    /** A group of which the user is already a member. Leaving a group that no longer exists needs no permission. */
    public Reference groupById(String id) {
        return references.remember("j\0" + id, key -> {
            GroupModel group = realm.getGroupById(id);
            return group == null ? new Reference.Unknown() : group(group);
        });
    }

    private static Reference absent(BooleanSupplier mayViewAll) {
        return mayViewAll.getAsBoolean() ? new Reference.Unknown() : new Reference.Forbidden();
    }

    private Reference group(GroupModel group) {
        return rights.permissions().groups().canManageMembership(group)
                ? new Reference.Usable(group.getId())
                : new Reference.Forbidden();
    }

    /**
     * A client that a user may have consented to. Consents belong to the user: only Keycloak's realm import lets an
     * administrator write them, with permission to manage the realm.
     */
    public Reference client(String clientId) {
        return references.remember("k\0" + clientId, key -> {
            if (!rights.mayManageRealm()) {
                return new Reference.Forbidden();
            }
            ClientModel client = realm.getClientByClientId(clientId);
            return client == null ? new Reference.Unknown() : new Reference.Usable(client.getId());
        });
    }

    /** A client whose service account a user may be, by the check of the call that gives a client one. */
    public Reference serviceAccountClient(String clientId) {
        return references.remember("s\0" + clientId, key -> {
            ClientModel client = realm.getClientByClientId(clientId);
            if (client == null) {
                return absent(() -> rights.permissions().clients().canView());
            }
            return rights.permissions().clients().canConfigure(client)
                    ? new Reference.Usable(client.getId())
                    : new Reference.Forbidden();
        });
    }

    /** Whether the caller may configure the client, so that its service account is the caller's to change. */
    boolean mayConfigure(String clientId) {
        return serviceAccountClient(clientId) instanceof Reference.Usable;
    }

    /** The service accounts of the realm's clients. */
    ServiceAccounts serviceAccounts(RealmDefaults defaults, ImportScope scope, boolean dryRun) {
        return new ServiceAccounts(session, realm, defaults, scope, dryRun);
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

    /**
     * A client scope of a consent or of a verifiable credential, by its name, or a client that is shown as one. As for {@link #client}, the
     * caller needs permission to manage the realm. (Keycloak's call for verifiable credentials needs permission to manage the user;
     * its feature {@code oid4vc-vci} is experimental, and it sets neither revision nor dates.)
     */
    public Reference clientScope(String name) {
        return references.remember("p\0" + name, key -> {
            if (!rights.mayManageRealm()) {
                return new Reference.Forbidden();
            }
            ClientScopeModel scope = KeycloakModelUtils.getClientScopeByName(realm, name);
            // The name of a parameterized scope (experimental) lacks the parameter of the consent.
            return scope == null || KeycloakBridge.isParameterized(scope)
                    ? new Reference.Unknown()
                    : new Reference.Usable(scope.getId());
        });
    }

    /** An organization by its alias. */
    public Reference organization(String alias) {
        return references.rememberPath("o\0" + alias, key -> ofOrganization(alias, OrganizationModel::getId));
    }

    /** An organization of which the user is already a member. Leaving one that no longer exists needs no permission. */
    public Reference organizationById(String id) {
        return references.remember("ob\0" + id, key -> {
            OrganizationProvider organizations = session.getProvider(OrganizationProvider.class);
            OrganizationModel organization = organizations == null ? null : organizations.getById(id);
            if (organization == null) {
                return new Reference.Unknown();
            }
            return OrganizationAccess.mayManage(rights.permissions(), organization)
                    ? new Reference.Usable(id)
                    : new Reference.Forbidden();
        });
    }

    /** The group that holds an organization's members. */
    public Reference membersOf(String alias) {
        return references.remember(
                "m\0" + alias,
                key -> ofOrganization(
                        alias,
                        organization -> KeycloakBridge.groupOf(session, realm, organization)
                                .getId()));
    }

    /** A group inside an organization, by its path there. */
    public Reference organizationGroup(String alias, String path) {
        return references.rememberPath(
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
        String id = references.lastId(key);
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
            return absent(() -> KeycloakBridge.mayViewOrganizations(rights.permissions()));
        }
        if (!OrganizationAccess.mayManage(rights.permissions(), organization.get())) {
            return new Reference.Forbidden();
        }
        String id = part.apply(organization.get());
        return id == null ? new Reference.Unknown() : new Reference.Usable(id);
    }

    private Optional<OrganizationModel> byAlias(OrganizationProvider organizations, String alias) {
        String id = references.lastId("o\0" + alias);
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
        return rights.permissions().roles().canMapRole(role)
                ? new Reference.Usable(role.getId())
                : new Reference.Forbidden();
    }
}
