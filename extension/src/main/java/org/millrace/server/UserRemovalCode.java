package org.millrace.server;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.provider.Provider;
import org.keycloak.provider.Spi;

/**
 * What a server runs when its model removes a user: providers and listeners. Rows of users may be deleted without the model only where all
 * of this code is Keycloak's own and its effects are known.
 */
public final class UserRemovalCode {
    private static final String WORKFLOWS = "org.keycloak.models.workflow.JpaWorkflowStateProviderFactory";

    private static final String WORKFLOW_PACKAGE = "org.keycloak.models.workflow.";

    private static final String WORKFLOW_EVENTS = WORKFLOW_PACKAGE + "WorkflowEventProvider";

    private static final String SESSIONS = "org.keycloak.models.sessions.infinispan.PersistentUserSessionProvider";

    /** The implementations by the names of their SPIs. */
    private static final Map<String, String> PROVIDERS = Map.of(
            "user", "org.keycloak.models.jpa.JpaUserProvider",
            "userFederatedStorage", "org.keycloak.storage.jpa.JpaUserFederatedStorageProvider",
            "userSessionPersister", "org.keycloak.models.jpa.session.JpaUserSessionPersisterProvider",
            "userSessions", SESSIONS,
            "loginFailure", "org.keycloak.models.sessions.infinispan.InfinispanUserLoginFailureProvider");

    /** Classes that listen to events of the server; each was read for what it does when a user is removed. */
    private static final Set<String> LISTENERS = Set.of(
            // Deletes resources of the user, its permission tickets, and its resource of the admin permissions.
            "org.keycloak.authorization.store.AuthorizationStoreFactory",
            // Invalidates cached memberships of the user's organizations.
            "org.keycloak.models.cache.infinispan.organization.InfinispanOrganizationProviderFactory",
            // Delete the user's login failures, sessions and states in workflows.
            "org.keycloak.models.sessions.infinispan.InfinispanUserLoginFailureProviderFactory",
            "org.keycloak.models.sessions.infinispan.InfinispanUserSessionProviderFactory",
            WORKFLOWS,
            // Do nothing then.
            "org.keycloak.authorization.jpa.store.JPAAuthorizationStoreFactory",
            "org.keycloak.authorization.policy.provider.client.ClientPolicyProviderFactory",
            "org.keycloak.authorization.policy.provider.clientscope.ClientScopePolicyProviderFactory",
            "org.keycloak.broker.provider.AbstractIdentityProviderMapper",
            "org.keycloak.broker.provider.mappersync.ConfigSyncEventListener",
            "org.keycloak.connections.infinispan.DefaultInfinispanConnectionProviderFactory",
            "org.keycloak.keys.infinispan.InfinispanPublicKeyStorageProviderFactory",
            "org.keycloak.models.jpa.JpaClientProviderFactory",
            "org.keycloak.models.jpa.JpaRealmProviderFactory",
            "org.keycloak.models.sessions.infinispan.InfinispanAuthenticationSessionProviderFactory",
            "org.keycloak.models.sessions.infinispan.InfinispanSingleUseObjectProviderFactory",
            "org.keycloak.models.workflow.DefaultWorkflowProviderFactory",
            "org.keycloak.models.workflow.WorkflowScheduleEventListener",
            "org.keycloak.models.workflow.WorkflowsEventListenerFactory",
            "org.keycloak.organization.jpa.JpaOrganizationProviderFactory",
            "org.keycloak.protocol.AbstractLoginProtocolFactory",
            "org.keycloak.services.managers.RealmManagerProviderFactory",
            "org.keycloak.services.resources.admin.fgap.AdminPermissions",
            "org.keycloak.ssf.services.SsfRealmResourceProviderFactory",
            "org.keycloak.ssf.transmitter.DefaultSsfTransmitterProviderFactory",
            "org.keycloak.storage.UserStorageEventListener",
            "org.keycloak.storage.datastore.DefaultDatastoreProviderFactory");

    private static final String OWN_PACKAGE = "org.millrace.";

    private UserRemovalCode() {}

    /** Why rows of users must not be deleted without Keycloak's model, such as {@code class com.acme.Audit listens to events}. */
    public static Optional<String> obstacle(KeycloakSession session) {
        if (!KeycloakRelease.running().equals(KeycloakRelease.NEWEST)) {
            return Optional.of("Keycloak " + KeycloakRelease.running() + " is not " + KeycloakRelease.NEWEST);
        }
        for (Map.Entry<String, String> expected : PROVIDERS.entrySet()) {
            Provider provider = provider(session, expected.getKey());
            String name = provider == null ? "missing" : provider.getClass().getName();
            if (!name.equals(expected.getValue())) {
                return Optional.of("the provider of SPI " + expected.getKey() + " is " + name);
            }
        }
        Optional<String> workflows = foreignWorkflowEvents(session);
        if (workflows.isPresent()) {
            return workflows;
        }
        if (!UserCacheInvalidation.canForgetRemoved(session)) {
            return Optional.of("the user cache has another interface than expected");
        }
        try {
            sessionRemoval(session);
            return listeners(session.getKeycloakSessionFactory()).stream()
                    .map(UserRemovalCode::declaring)
                    .filter(name -> !LISTENERS.contains(name) && !name.startsWith(OWN_PACKAGE))
                    .sorted()
                    .findFirst()
                    .map(name -> "class " + name + " listens to events");
        } catch (ReflectiveOperationException | RuntimeException e) {
            return Optional.of("the sessions or listeners of the server have another interface than expected");
        }
    }

    /** Such a provider may make an event of a workflow of anything that happens on the server. */
    private static Optional<String> foreignWorkflowEvents(KeycloakSession session) {
        return session.getKeycloakSessionFactory().getSpis().stream()
                .filter(spi -> spi.getProviderClass().getName().equals(WORKFLOW_EVENTS))
                .flatMap(spi -> session.getKeycloakSessionFactory().getProviderFactoriesStream(spi.getProviderClass()))
                .map(factory -> factory.getClass().getName())
                .filter(name -> !name.startsWith(WORKFLOW_PACKAGE))
                .sorted()
                .findFirst()
                .map(name -> "class " + name + " provides events of workflows");
    }

    /** Whether the removal of a user deletes its states in workflows: not where that feature is disabled. */
    public static boolean deletesWorkflowStates(KeycloakSession session) {
        try {
            return listeners(session.getKeycloakSessionFactory()).stream()
                    .anyMatch(listener -> declaring(listener).equals(WORKFLOWS));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the listeners of the server cannot be read", e);
        }
    }

    /**
     * Removes sessions from the caches of all nodes immediately, as Keycloak does when it removes a user.
     *
     * @param sessions the ids of the clients by the ids of the user sessions
     * @param offline whether these are offline sessions
     */
    public static void removeCachedSessions(
            KeycloakSession session, Map<String, Set<String>> sessions, boolean offline) {
        if (sessions.isEmpty()) {
            return;
        }
        try {
            sessionRemoval(session).invoke(provider(session, "userSessions"), sessions, offline);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cached sessions of removed users cannot be removed", e);
        }
    }

    private static Method sessionRemoval(KeycloakSession session) throws ReflectiveOperationException {
        Provider sessions = provider(session, "userSessions");
        if (sessions == null) {
            throw new NoSuchMethodException("the server has no user sessions");
        }
        Method method =
                sessions.getClass().getDeclaredMethod("removeCachedUserAndClientSessions", Map.class, boolean.class);
        method.setAccessible(true);
        return method;
    }

    private static Collection<?> listeners(KeycloakSessionFactory factory) throws ReflectiveOperationException {
        for (Class<?> type = factory.getClass(); type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (field.getName().equals("listeners") && Collection.class.isAssignableFrom(field.getType())) {
                    field.setAccessible(true);
                    return List.copyOf((Collection<?>) field.get(factory));
                }
            }
        }
        throw new NoSuchFieldException("the server does not show its listeners");
    }

    /** The class in which a listener is written, for one that is a lambda expression or an inner class too. */
    private static String declaring(Object listener) {
        String name = listener.getClass().getName();
        int end = name.indexOf('$');
        return end < 0 ? name : name.substring(0, end);
    }

    private static @Nullable Provider provider(KeycloakSession session, String name) {
        return session.getKeycloakSessionFactory().getSpis().stream()
                .filter(spi -> spi.getName().equals(name))
                .findFirst()
                .<Class<? extends Provider>>map(Spi::getProviderClass)
                .map(session::getProvider)
                .orElse(null);
    }
}
