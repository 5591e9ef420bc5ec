package org.millrace.server;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.keycloak.authorization.fgap.AdminPermissionsSchema;
import org.keycloak.common.constants.ServiceAccountConstants;
import org.keycloak.common.util.Environment;
import org.keycloak.common.util.PathMatcher;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.ClientModel;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.models.GroupModel;
import org.keycloak.models.IdentityProviderModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.organization.OrganizationProvider;
import org.keycloak.organization.utils.Organizations;
import org.keycloak.provider.ProviderEvent;
import org.keycloak.representations.AccessToken;
import org.keycloak.representations.idm.ClientScopeRepresentation;
import org.keycloak.representations.idm.GroupRepresentation;
import org.keycloak.representations.idm.OrganizationRepresentation;
import org.keycloak.services.managers.AuthenticationManager;
import org.keycloak.services.managers.ClientManager;
import org.keycloak.services.managers.RealmManager;
import org.keycloak.services.resources.admin.ClientResource;
import org.keycloak.services.resources.admin.ClientScopeResource;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;
import org.keycloak.userprofile.Attributes;

/**
 * Keycloak's methods that a supported version lacks, or has with another signature. The JVM links a call when it is first made,
 * so a call in a branch that an old version does not take does no harm there. No other class of the JAR may refer to methods that
 * a supported version lacks; the test {@code LinkageIT} finds such references.
 *
 * <p>One long class: {@code LinkageIT} allows such references here.
 */
public final class KeycloakBridge {
    private static final boolean SINCE_26_5 = KeycloakRelease.running().isAtLeast(26, 5);
    private static final boolean SINCE_26_6 = KeycloakRelease.running().isAtLeast(26, 6);
    private static final boolean SINCE_26_7 = KeycloakRelease.running().isAtLeast(26, 7);

    private static final String SHUTDOWN_DELAY_EVENT = "org.keycloak.services.resources.ShutdownDelayInitiatedEvent";

    private KeycloakBridge() {}

    /** Whether permission checks take an administrator's roles from the token instead of the user, as before 26.7. */
    public static boolean readsRolesFromToken() {
        return !SINCE_26_7;
    }

    /** Whether organizations have groups, since 26.6. */
    public static boolean hasOrganizationGroups() {
        return SINCE_26_6;
    }

    /** The join condition in SQL between an organization and its groups: until 26.5 it has one, which holds the members. */
    public static String organizationOfGroup(String organization, String group) {
        return SINCE_26_6 ? organization + ".id = " + group + ".org_id" : organization + ".group_id = " + group + ".id";
    }

    /** Whether the model of users has verifiable credentials, since 26.7. */
    public static boolean hasVerifiableCredentials() {
        return SINCE_26_7;
    }

    /** Whether this process runs a command such as {@code kc.sh export}, and no server. */
    public static boolean isNonServerMode() {
        return "nonserver".equalsIgnoreCase(Environment.getProfile());
    }

    /** Whether the server announces its end, which it does since 26.7. */
    public static boolean isShutdownDelayInitiated(ProviderEvent event) {
        return event.getClass().getName().equals(SHUTDOWN_DELAY_EVENT);
    }

    /** Whether the caller may create organizations: until 26.6, the permission to manage the realm. */
    public static boolean mayManageOrganizations(AdminPermissionEvaluator permissions) {
        return SINCE_26_7 ? permissions.orgs().canManage() : permissions.realm().canManageRealm();
    }

    /** Whether the caller may change this organization: until 26.6, the permission to manage the realm. */
    public static boolean mayManageOrganization(AdminPermissionEvaluator permissions, OrganizationModel organization) {
        return SINCE_26_7
                ? permissions.orgs().canManage(organization)
                : permissions.realm().canManageRealm();
    }

    /** Whether the caller may view all organizations: until 26.6, the permission to manage the realm. */
    public static boolean mayViewOrganizations(AdminPermissionEvaluator permissions) {
        return SINCE_26_7 ? permissions.orgs().canView() : permissions.realm().canManageRealm();
    }

    /** Whether the caller may view this organization: until 26.6, the permission to manage the realm. */
    public static boolean mayViewOrganization(AdminPermissionEvaluator permissions, OrganizationModel organization) {
        return SINCE_26_7
                ? permissions.orgs().canView(organization)
                : permissions.realm().canManageRealm();
    }

    /** Looks something up without the filter of fine-grained permissions. */
    public static <T> T withoutAuthorization(KeycloakSession session, Supplier<T> lookup) {
        List<T> found = new ArrayList<>(1);
        AdminPermissionsSchema.runWithoutAuthorization(session, () -> {
            found.add(lookup.get());
        });
        return found.get(0);
    }

    /** Whether a client scope takes a parameter and the feature for it is enabled. */
    @SuppressWarnings("deprecation") // The replacement is missing before 26.7.
    public static boolean isParameterized(ClientScopeModel scope) {
        return SINCE_26_7 ? ClientScopeModel.isParameterizedScope(scope) : scope.isDynamicScope();
    }

    /** The attribute of a client scope that says whether it takes a parameter. */
    public static String parameterAttribute() {
        return SINCE_26_7 ? ClientScopeModel.IS_PARAMETERIZED_SCOPE : "is.dynamic.scope";
    }

    /**
     * Checks the protocol and the attributes of a client scope, as Keycloak does when it creates or changes one.
     *
     * @throws jakarta.ws.rs.WebApplicationException if they are invalid
     */
    public static void validateClientScope(KeycloakSession session, ClientScopeRepresentation scope) {
        if (SINCE_26_6) {
            ClientScopeResource.validateClientScope(session, scope);
        }
        if (SINCE_26_7) {
            ClientScopeResource.validateParameterizedClientScope(session, scope);
        } else {
            invoke(() -> DynamicScopes.METHOD.invoke(scope));
        }
    }

    /**
     * Checks whether the realm may assign a client scope to new clients, as Keycloak does since 26.6.
     *
     * @throws jakarta.ws.rs.WebApplicationException if it may not
     */
    public static void validateClientScopeAssignment(
            KeycloakSession session, ClientScopeModel scope, boolean isDefault, RealmModel realm) {
        if (SINCE_26_6) {
            ClientResource.validateClientScopeAssignment(session, scope, isDefault, realm);
        }
    }

    /** The fault of a URI template, as Keycloak states it; null if there is none, or if this version does not check templates. */
    public static @Nullable String faultOfTemplate(String uri) {
        return SINCE_26_7 ? PathMatcher.validateTemplate(uri) : null;
    }

    /**
     * Checks a domain of an organization, as Keycloak does since 26.7.
     *
     * @throws org.keycloak.models.ModelValidationException if it is invalid
     */
    public static void validateDomain(String domain) {
        if (SINCE_26_7) {
            Organizations.validateDomain(domain);
        }
    }

    /** The organization of an organization group; null for a group of the realm. */
    public static @Nullable OrganizationModel organizationOf(GroupModel group) {
        return SINCE_26_6 ? group.getOrganization() : null;
    }

    /**
     * A property of an identity provider, {@code boolean} or {@code Boolean} depending on the release.
     *
     * @param name such as {@code linkOnly}
     * @return null if it is not set
     */
    public static @Nullable Boolean flag(IdentityProviderModel provider, String name) {
        String method = "is" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
        try {
            return (Boolean) IdentityProviderModel.class.getMethod(method).invoke(provider);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Keycloak's identity providers have no property " + name, e);
        }
    }

    /** The group that holds the members of an organization. */
    public static GroupModel groupOf(KeycloakSession session, RealmModel realm, OrganizationModel organization) {
        if (SINCE_26_6) {
            return session.getProvider(OrganizationProvider.class).getOrganizationGroup(organization);
        }
        String id = JpaSession.of(session)
                .createQuery("SELECT o.groupId FROM OrganizationEntity o WHERE o.id = :id", String.class)
                .setParameter("id", organization.getId())
                .getSingleResult();
        return session.groups().getGroupById(realm, id);
    }

    /** A group inside an organization by its path; null if it does not exist. */
    public static @Nullable GroupModel organizationGroup(
            KeycloakSession session, RealmModel realm, OrganizationModel organization, String path) {
        return SINCE_26_6 && path.length() <= GroupPath.MAX_LENGTH
                ? KeycloakModelUtils.findGroupByPath(session, realm, organization, path)
                : null;
    }

    /** Creates a group inside an organization. To be called only where {@link #hasOrganizationGroups()}. */
    public static GroupModel createGroup(
            OrganizationProvider organizations,
            OrganizationModel organization,
            @Nullable String id,
            String name,
            @Nullable GroupModel parent) {
        return organizations.createGroup(organization, id, name, parent);
    }

    /** The groups that a record gives to an organization; empty where there are none. */
    public static List<GroupRepresentation> groupsOf(OrganizationRepresentation organization) {
        List<GroupRepresentation> groups = SINCE_26_6 ? organization.getGroups() : null;
        return groups == null ? List.of() : groups;
    }

    /** The type of admin events about organization groups; such groups exist since 26.6. */
    public static ResourceType organizationGroupType() {
        return ResourceType.ORGANIZATION_GROUP;
    }

    /** The type of admin events about members of organization groups; such groups exist since 26.6. */
    public static ResourceType organizationGroupMembershipType() {
        return ResourceType.ORGANIZATION_GROUP_MEMBERSHIP;
    }

    /** Creates or removes the service account of a client, as {@code PUT /clients/{id}} does. */
    public static void updateServiceAccount(
            KeycloakSession session, ClientModel client, @Nullable Boolean isServiceAccountEnabled) {
        if (SINCE_26_5) {
            ClientResource.updateClientServiceAccount(session, client, isServiceAccountEnabled);
            return;
        }
        boolean present = session.users().getServiceAccount(client) != null;
        boolean scopeAssigned = client.getClientScopes(true).containsKey(ServiceAccountConstants.SERVICE_ACCOUNT_SCOPE);
        ClientManager clients = new ClientManager(new RealmManager(session));
        if (Boolean.TRUE.equals(isServiceAccountEnabled)) {
            if (!present || !scopeAssigned) {
                clients.enableServiceAccount(client);
            }
        } else if (Boolean.FALSE.equals(isServiceAccountEnabled) || !client.isServiceAccountsEnabled()) {
            if (present || scopeAssigned) {
                clients.disableServiceAccount(client);
            }
        }
    }

    /** Whether the user profile defines this attribute with a default value; such attributes exist since 26.5. */
    public static boolean isDefaultAttribute(Attributes attributes, String name) {
        return SINCE_26_5 && attributes.isDefaultAttribute(name);
    }

    /** Adds the roles that a lightweight access token does not contain. */
    public static void resolveRoles(KeycloakSession session, AccessToken token, RealmModel realm) {
        invoke(() -> RoleResolution.METHOD.invoke(session, token, realm));
    }

    /** Fires the event that a user has left a group, which names the user in later releases only. */
    public static void fireGroupMemberLeave(GroupModel group, UserModel user, KeycloakSession session) {
        invoke(() -> GroupMemberLeave.METHOD.invoke(group, user, session));
    }

    private interface Invocation {
        @Nullable
        Object run() throws Throwable;
    }

    private static void invoke(Invocation invocation) {
        try {
            invocation.run();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("the method declares no checked exception", e);
        }
    }

    /** The check of parameters of client scopes before 26.7. */
    private static final class DynamicScopes {
        private static final MethodHandle METHOD = find();

        private static MethodHandle find() {
            try {
                return MethodHandles.publicLookup()
                        .findStatic(
                                ClientScopeResource.class,
                                "validateDynamicClientScope",
                                MethodType.methodType(void.class, ClientScopeRepresentation.class));
            } catch (NoSuchMethodException | IllegalAccessException e) {
                throw new IllegalStateException("this Keycloak checks client scopes in another way", e);
            }
        }
    }

    /** It returns nothing until 26.6, and a boolean since. */
    private static final class RoleResolution {
        private static final MethodHandle METHOD = find(boolean.class)
                .or(() -> find(void.class))
                .orElseThrow(() -> new NoSuchMethodError("AuthenticationManager.resolveLightweightAccessTokenRoles"));

        private static Optional<MethodHandle> find(Class<?> result) {
            MethodType type = MethodType.methodType(result, KeycloakSession.class, AccessToken.class, RealmModel.class);
            try {
                return Optional.of(MethodHandles.publicLookup()
                        .findStatic(AuthenticationManager.class, "resolveLightweightAccessTokenRoles", type)
                        .asType(type.changeReturnType(void.class)));
            } catch (NoSuchMethodException | IllegalAccessException e) {
                return Optional.empty();
            }
        }
    }

    /** It has no parameter for the user in earlier releases. */
    private static final class GroupMemberLeave {
        private static final MethodHandle METHOD = find();

        private static MethodHandle find() {
            Class<?> event = GroupModel.GroupMemberLeaveEvent.class;
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            try {
                MethodType type =
                        MethodType.methodType(void.class, GroupModel.class, UserModel.class, KeycloakSession.class);
                return lookup.findStatic(event, "fire", type);
            } catch (NoSuchMethodException | IllegalAccessException e) {
                return withoutUser(lookup, event);
            }
        }

        private static MethodHandle withoutUser(MethodHandles.Lookup lookup, Class<?> event) {
            try {
                MethodType type = MethodType.methodType(void.class, GroupModel.class, KeycloakSession.class);
                return MethodHandles.dropArguments(lookup.findStatic(event, "fire", type), 1, UserModel.class);
            } catch (NoSuchMethodException | IllegalAccessException e) {
                throw new IllegalStateException("this Keycloak fires the event in another way", e);
            }
        }
    }
}
