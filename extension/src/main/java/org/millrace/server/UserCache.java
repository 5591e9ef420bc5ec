package org.millrace.server;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.FederatedIdentityModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.provider.Provider;
import org.keycloak.provider.Spi;

/** The users that nodes keep in memory. */
public final class UserCache {
    /** Its classes are in a module that is not on the compile class path: their methods are called by name. */
    private static final String SPI = "userCache";

    private UserCache() {}

    /**
     * Removes users from the caches of all nodes when the session's transaction ends, and from this session immediately.
     *
     * @throws IllegalStateException if the interface of the server's cache is not the expected one
     */
    public static void evict(KeycloakSession session, RealmModel realm, Collection<? extends UserModel> users) {
        Provider cache = cache(session);
        if (cache == null) {
            // The cache is disabled.
            return;
        }
        try {
            Method evict = cache.getClass().getMethod("evict", RealmModel.class, UserModel.class);
            for (UserModel user : users) {
                evict.invoke(cache, realm, user);
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("The user cache has no method evict(RealmModel, UserModel)", e);
        }
    }

    /**
     * A user whose rows are deleted.
     *
     * @param links the ids of its accounts by the aliases of their identity providers
     */
    public record Removed(
            String id, String username, @Nullable String email, Map<String, String> links) {
        public Removed {
            links = Map.copyOf(links);
        }
    }

    /** Whether {@link #forgetRemoved} is possible on this server. */
    static boolean canForgetRemoved(KeycloakSession session) {
        try {
            Provider cache = cache(session);
            if (cache != null) {
                new Invalidations(cache);
            }
            return true;
        } catch (ReflectiveOperationException | RuntimeException e) {
            return false;
        }
    }

    /**
     * Removes users, their links, consents and credentials from the caches of all nodes when the session's transaction ends, with the
     * message that Keycloak itself sends when it removes a user.
     *
     * @throws IllegalStateException if the server's cache is not the expected one
     */
    @SuppressWarnings("deprecation") // It decides whether Keycloak caches links.
    public static void forgetRemoved(KeycloakSession session, RealmModel realm, Collection<Removed> users) {
        Provider cache = cache(session);
        if (cache == null) {
            // The cache is disabled.
            return;
        }
        try {
            Invalidations invalidations = new Invalidations(cache);
            boolean linked = realm.isIdentityFederationEnabled();
            for (Removed user : users) {
                invalidations.add(user, realm.getId(), linked);
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("removed users cannot be removed from the user cache", e);
        }
    }

    private static @Nullable Provider cache(KeycloakSession session) {
        return session.getKeycloakSessionFactory().getSpis().stream()
                .filter(spi -> spi.getName().equals(SPI))
                .findFirst()
                .<Class<? extends Provider>>map(Spi::getProviderClass)
                .map(session::getProvider)
                .orElse(null);
    }

    /** What a session's cache invalidates when its transaction ends: no method of its interface takes all of a user. */
    private static final class Invalidations {
        private static final String EVENT = "org.keycloak.models.cache.infinispan.events.UserFullInvalidationEvent";

        private final Object nodes;
        private final Set<Object> keys;
        private final Set<Object> events;
        private final Method create;
        private final Method addKeys;

        Invalidations(Provider cache) throws ReflectiveOperationException {
            this.nodes = value(cache, "cache");
            this.keys = set(value(cache, "invalidations"));
            this.events = set(value(cache, "invalidationEvents"));
            Class<?> event = Class.forName(EVENT, true, cache.getClass().getClassLoader());
            this.create = event.getMethod(
                    "create", String.class, String.class, String.class, String.class, boolean.class, Stream.class);
            this.addKeys = event.getMethod("addInvalidations", nodes.getClass(), Set.class);
        }

        void add(Removed user, String realmId, boolean linked) throws ReflectiveOperationException {
            Stream<FederatedIdentityModel> links = user.links().entrySet().stream()
                    .map(link -> new FederatedIdentityModel(link.getKey(), link.getValue(), null));
            Object event = create.invoke(null, user.id(), user.username(), user.email(), realmId, linked, links);
            addKeys.invoke(event, nodes, keys);
            events.add(event);
        }

        private static Object value(Provider cache, String name) throws ReflectiveOperationException {
            Field field = cache.getClass().getDeclaredField(name);
            field.setAccessible(true);
            return field.get(cache);
        }

        @SuppressWarnings("unchecked") // Keycloak's sets of keys and events.
        private static Set<Object> set(Object value) {
            return (Set<Object>) value;
        }
    }
}
