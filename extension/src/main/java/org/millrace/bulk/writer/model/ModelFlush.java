package org.millrace.bulk.writer.model;

import java.lang.reflect.InvocationTargetException;
import org.jboss.logging.Logger;
import org.keycloak.models.KeycloakSession;
import org.keycloak.provider.Provider;

/**
 * Sends the changes that the model holds back to the database, before the transaction ends. By reflection: the JPA classes of Keycloak
 * are not on the compile path.
 */
public final class ModelFlush {
    private static final Logger LOG = Logger.getLogger(ModelFlush.class);

    private static final String CONNECTION_PROVIDER = "org.keycloak.connections.jpa.JpaConnectionProvider";
    private static final String ENTITY_MANAGER = "jakarta.persistence.EntityManager";

    private ModelFlush() {}

    /**
     * Flushes the session's entity manager.
     *
     * @throws RuntimeException the persistence exception if the database rejects a change
     */
    public static void of(KeycloakSession session) {
        try {
            ClassLoader loader = session.getKeycloakSessionFactory().getClass().getClassLoader();
            Class<? extends Provider> type =
                    Class.forName(CONNECTION_PROVIDER, true, loader).asSubclass(Provider.class);
            Provider connection = session.getProvider(type);
            if (connection != null) {
                Object manager = type.getMethod("getEntityManager").invoke(connection);
                Class.forName(ENTITY_MANAGER, true, loader).getMethod("flush").invoke(manager);
            }
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof RuntimeException refused ? refused : new IllegalStateException(e.getCause());
        } catch (ReflectiveOperationException e) {
            // A model without JPA, or another Keycloak: the database sees the changes at the commit.
            LOG.debug("The changes of the model cannot be flushed", e);
        }
    }
}
