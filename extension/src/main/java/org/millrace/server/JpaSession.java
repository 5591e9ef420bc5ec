package org.millrace.server;

import jakarta.persistence.EntityManager;
import java.util.Collection;
import java.util.List;
import org.keycloak.connections.jpa.JpaConnectionProvider;
import org.keycloak.models.KeycloakSession;

/**
 * The JPA session of Keycloak's model, for code that writes SQL in the same transaction. None of its methods may be called
 * outside a transaction.
 */
public final class JpaSession {
    /** The name is {@code AsyncCommitIntegrator.SYNC_REQUIRED}. */
    private static final String WAITS_FOR_DISK = "kc.sync_commit_required";

    /** An entity since Keycloak 26.5; a collection of roles before. */
    private static final String COMPOSITE = "CompositeRoleEntity";

    private JpaSession() {}

    /**
     * Flushes pending changes of the model to the database.
     *
     * @throws org.keycloak.models.ModelException if the database rejects a change
     */
    public static void flush(KeycloakSession session) {
        of(session).flush();
    }

    /**
     * Has the commit wait until it is on disk. On PostgreSQL Keycloak skips that wait if its model has changed only data that may
     * be lost, such as admin events; it does not see rows that were written with SQL.
     */
    public static void waitForDisk(KeycloakSession session) {
        of(session).setProperty(WAITS_FOR_DISK, true);
    }

    /** Reads users with a query for each block of ids, so that the model does not select each user. */
    public static void loadUsers(KeycloakSession session, Collection<String> ids) {
        for (List<String> some : Sql.inParts(ids)) {
            of(session)
                    .createQuery("SELECT u FROM UserEntity u WHERE u.id IN (:ids)", Object.class)
                    .setParameter("ids", some)
                    .getResultList();
        }
    }

    /**
     * Detaches what this session has read or written of the composites of a role. Keycloak removes them with a bulk statement, which
     * leaves their entities in the session: they would refer to a role that is deleted, or keep a composite from being added again.
     */
    public static void detachComposites(KeycloakSession session, String roleId) {
        EntityManager manager = of(session);
        if (hasComposites(manager)) {
            manager.createQuery(
                            "SELECT c FROM " + COMPOSITE + " c WHERE c.parentRole.id = :role OR c.childRole.id = :role",
                            Object.class)
                    .setParameter("role", roleId)
                    .getResultList()
                    .forEach(manager::detach);
        }
    }

    /** Has this session read the composites of a role again, after they were written with SQL. */
    public static void refreshComposites(KeycloakSession session, String roleId) {
        EntityManager manager = of(session);
        if (!hasComposites(manager)) {
            manager.createQuery("SELECT r FROM RoleEntity r WHERE r.id = :role", Object.class)
                    .setParameter("role", roleId)
                    .getResultList()
                    .forEach(manager::refresh);
        }
    }

    private static boolean hasComposites(EntityManager manager) {
        return manager.getMetamodel().getEntities().stream().anyMatch(type -> COMPOSITE.equals(type.getName()));
    }

    static EntityManager of(KeycloakSession session) {
        return session.getProvider(JpaConnectionProvider.class).getEntityManager();
    }
}
