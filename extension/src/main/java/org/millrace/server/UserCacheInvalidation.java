package org.millrace.server;

import java.lang.reflect.Field;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.FederatedIdentityModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.cache.UserCache;
import org.keycloak.models.cache.infinispan.UserCacheManager;
import org.keycloak.models.cache.infinispan.UserCacheSession;
import org.keycloak.models.cache.infinispan.events.InvalidationEvent;
import org.keycloak.models.cache.infinispan.events.UserFullInvalidationEvent;

/** Invalidation of users in the caches of all nodes. */
public final class UserCacheInvalidation {
    private UserCacheInvalidation() {}

    /** Removes users from the caches of all nodes when the session's transaction ends, and from this session immediately. */
    public static void evict(KeycloakSession session, RealmModel realm, Collection<? extends UserModel> users) {
        UserCache cache = session.getProvider(UserCache.class);
        if (cache != null) { // It is null if the operator disabled the cache.
            users.forEach(user -> cache.evict(realm, user));
        }
    }

    /**
     * Invalidates the cached memberships of users in an organization, negative entries included, and its number of members, on all nodes when
     * the session's transaction ends.
     */
    public static void invalidateMemberships(
            KeycloakSession session, RealmModel realm, String organizationId, Collection<String> userIds) {
        // The keys are those of InfinispanOrganizationProvider.
        String prefix = realm.getId() + ".org.";
        RealmCache.forget(session, List.of(prefix + organizationId + ".members.count"));
        if (session.getProvider(UserCache.class) instanceof UserCacheSession cache) {
            for (String id : userIds) {
                String ofMember = prefix + organizationId + ".member." + id;
                cache.registerInvalidation(prefix + "member." + id + ".orgs");
                cache.registerInvalidation(ofMember + ".membership");
                cache.registerInvalidation(ofMember + ".groups");
            }
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
            UserCache cache = session.getProvider(UserCache.class);
            if (cache != null) {
                new Invalidations(cache);
                Class<?> event = UserFullInvalidationEvent.class;
                event.getMethod(
                        "create", String.class, String.class, String.class, String.class, boolean.class, Stream.class);
                event.getMethod("addInvalidations", UserCacheManager.class, Set.class);
            }
            return true;
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
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
        UserCache cache = session.getProvider(UserCache.class);
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

    /** What a session's cache invalidates when its transaction ends: no public method takes all of a user. */
    private static final class Invalidations {
        private final UserCacheManager nodes;
        private final Set<String> keys;
        private final Set<InvalidationEvent> events;

        @SuppressWarnings("unchecked") // The declared types of Keycloak's fields.
        Invalidations(UserCache cache) throws ReflectiveOperationException {
            this.nodes = (UserCacheManager) value(cache, "cache");
            this.keys = (Set<String>) value(cache, "invalidations");
            this.events = (Set<InvalidationEvent>) value(cache, "invalidationEvents");
        }

        void add(Removed user, String realmId, boolean linked) {
            Stream<FederatedIdentityModel> links = user.links().entrySet().stream()
                    .map(link -> new FederatedIdentityModel(link.getKey(), link.getValue(), null));
            UserFullInvalidationEvent event =
                    UserFullInvalidationEvent.create(user.id(), user.username(), user.email(), realmId, linked, links);
            event.addInvalidations(nodes, keys);
            events.add(event);
        }

        private static Object value(UserCache cache, String name) throws ReflectiveOperationException {
            if (!(cache instanceof UserCacheSession)) {
                throw new NoSuchFieldException(name + " of " + cache.getClass().getName());
            }
            Field field = UserCacheSession.class.getDeclaredField(name);
            field.setAccessible(true);
            return field.get(cache);
        }
    }
}
