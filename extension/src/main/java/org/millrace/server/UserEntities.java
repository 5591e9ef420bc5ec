package org.millrace.server;

import jakarta.persistence.EntityManager;
import jakarta.persistence.metamodel.EntityType;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.hibernate.engine.spi.EntityEntry;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserProvider;
import org.keycloak.models.cache.UserCache;
import org.keycloak.models.jpa.entities.UserEntity;

/**
 * Detaches the users of a realm from the persistence context of a session whose transaction writes many of them and is rolled back. Hibernate's
 * dirty checking goes through the whole context before each query, so that the time would grow with the square of the number of users. Keycloak
 * also deletes rows of users with bulk statements, which leave their entities in the context. Without effect in realms with user federation, where
 * user storage providers may keep models of users until the session ends. For the thread of the session.
 */
public final class UserEntities {
    private final EntityManager manager;
    private final String realmId;
    private final Set<Class<?>> types;

    private UserEntities(EntityManager manager, String realmId) {
        this.manager = manager;
        this.realmId = realmId;
        this.types = types(manager);
    }

    /**
     * Bypasses the user cache for the rest of the session, because the models that the cache keeps for a session refer to entities. When the
     * session ends, all nodes remove the users of the realm from their user caches.
     */
    public static void makeDetachable(KeycloakSession session, RealmModel realm) {
        if (areDetachable(session) || Federation.isUsedBy(realm)) {
            return;
        }
        UserCache cache = session.getProvider(UserCache.class);
        if (cache != null) { // It is null if the operator disabled the cache.
            cache.evict(realm);
        }
        session.setAttribute(UserEntities.class.getName(), new UserEntities(JpaSession.of(session), realm.getId()));
    }

    /**
     * Flushes the session, and detaches the users after {@link #makeDetachable}. Models of users are not valid afterwards.
     *
     * @throws org.keycloak.models.ModelException if the database rejects a change
     */
    public static void flushAndDetach(KeycloakSession session) {
        JpaSession.flush(session);
        if (areDetachable(session)) {
            session.getAttribute(UserEntities.class.getName(), UserEntities.class)
                    .detach();
        }
    }

    /** Adds users: not through the cache if they are to be detached, because it keeps the model of each new user until the session ends. */
    public static UserProvider forCreation(KeycloakSession session) {
        return areDetachable(session) ? session.getProvider(UserProvider.class) : session.users();
    }

    private static boolean areDetachable(KeycloakSession session) {
        return session.getAttribute(UserEntities.class.getName()) != null;
    }

    private void detach() {
        for (Map.Entry<Object, EntityEntry> each : manager.unwrap(SharedSessionContractImplementor.class)
                .getPersistenceContextInternal()
                .reentrantSafeEntityEntries()) {
            Object entity = each.getKey();
            if (types.contains(entity.getClass()) && !isOfOtherRealm(entity)) {
                manager.detach(entity);
            }
        }
    }

    /** A caller from another realm stays: the cache's model of the caller, which only reads, refers to the entity. */
    private boolean isOfOtherRealm(Object entity) {
        return entity instanceof UserEntity user && !realmId.equals(user.getRealmId());
    }

    /** Users, and all entities that refer to a user, directly or through others: a flush would not allow a reference to a detached one. */
    private static Set<Class<?>> types(EntityManager manager) {
        Set<Class<?>> found = new HashSet<>(Set.of(UserEntity.class));
        Set<Class<?>> more = found;
        while (!more.isEmpty()) {
            more = manager.getMetamodel().getEntities().stream()
                    .filter(type -> refersTo(found, type))
                    .map(EntityType::getJavaType)
                    .filter(type -> !found.contains(type))
                    .collect(Collectors.toSet());
            found.addAll(more);
        }
        return found;
    }

    private static boolean refersTo(Set<Class<?>> targets, EntityType<?> type) {
        return type.getSingularAttributes().stream().anyMatch(attribute -> targets.contains(attribute.getJavaType()));
    }
}
