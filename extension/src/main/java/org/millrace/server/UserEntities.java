package org.millrace.server;

import jakarta.persistence.EntityManager;
import java.util.Map;
import java.util.Set;
import org.hibernate.engine.spi.EntityEntry;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.cache.UserCache;
import org.keycloak.models.jpa.entities.UserEntity;

/**
 * The users of a realm in the JPA session of a long transaction. JPA compares each of its entities with the database's state before each
 * query, and Keycloak deletes rows of users with statements that leave their entities in the session. So a transaction that writes users in
 * many chunks detaches them after each. In realms with user federation it cannot: federated stores keep users until the session ends.
 * For the thread of the session.
 */
public final class UserEntities {
    /** By simple names, because the oldest supported version lacks some. */
    private static final Set<String> NAMES = Set.of(
            "UserEntity",
            "UserAttributeEntity",
            "UserRequiredActionEntity",
            "UserRoleMappingEntity",
            "UserGroupMembershipEntity",
            "UserConsentEntity",
            "UserConsentClientScopeEntity",
            "UserVerifiableCredentialEntity",
            "IssuedVerifiableCredentialEntity",
            "CredentialEntity",
            "FederatedIdentityEntity");

    private UserEntities() {}

    /**
     * Has the session read all users of the realm from the database from now on: what Keycloak's user cache keeps for a session refers to
     * entities, which must not be detached then. When the session ends, the users of the realm leave the caches of all nodes.
     */
    public static void bypassCache(KeycloakSession session, RealmModel realm) {
        UserCache cache = session.getProvider(UserCache.class);
        if (cache != null && !Federation.isUsedBy(realm)) { // It is null if the operator disabled the cache.
            cache.evict(realm);
        }
    }

    /**
     * Writes pending changes to the database, then detaches the users of the realm, after {@link #bypassCache}. Models of these users must not
     * be used any more.
     *
     * @throws org.keycloak.models.ModelException if the database rejects a change
     */
    public static void detach(KeycloakSession session, RealmModel realm) {
        JpaSession.flush(session);
        if (Federation.isUsedBy(realm)) {
            return;
        }
        EntityManager manager = JpaSession.of(session);
        for (Map.Entry<Object, EntityEntry> each : manager.unwrap(SharedSessionContractImplementor.class)
                .getPersistenceContextInternal()
                .reentrantSafeEntityEntries()) {
            Object entity = each.getKey();
            if (NAMES.contains(entity.getClass().getSimpleName()) && !isOfOther(entity, realm)) {
                manager.detach(entity);
            }
        }
    }

    /** A caller from another realm stays: the cache's model of the caller refers to it. */
    private static boolean isOfOther(Object entity, RealmModel realm) {
        return entity instanceof UserEntity user && !realm.getId().equals(user.getRealmId());
    }
}
