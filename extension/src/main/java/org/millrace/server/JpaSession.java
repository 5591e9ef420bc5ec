package org.millrace.server;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.keycloak.models.KeycloakSession;
import org.keycloak.provider.Provider;
import org.keycloak.provider.Spi;

/**
 * The JPA session of Keycloak's model, for code that writes SQL in the same transaction. Neither of its methods may be called
 * outside a transaction.
 */
public final class JpaSession {
    /** Its classes come with the database's model, which this is not built against: their methods go by name. */
    private static final String SPI = "connectionsJpa";

    /** The name is {@code AsyncCommitIntegrator.SYNC_REQUIRED}. */
    private static final String WAITS_FOR_DISK = "kc.sync_commit_required";

    private JpaSession() {}

    /** Flushes pending changes of the model to the database. */
    public static void flush(KeycloakSession session) {
        call(session, "flush", new Class<?>[0]);
    }

    /**
     * Has the commit wait until it is on disk. On PostgreSQL Keycloak skips that wait if its model has changed only data that may
     * be lost, such as admin events; it does not see rows that were written with SQL.
     */
    public static void waitForDisk(KeycloakSession session) {
        call(session, "setProperty", new Class<?>[] {String.class, Object.class}, WAITS_FOR_DISK, true);
    }

    /** The result of a query in JPQL with one parameter, which has exactly one row of one column. */
    static Object single(KeycloakSession session, String query, String parameter, String value) {
        Called made = call(session, "createQuery", new Class<?>[] {String.class}, query);
        try {
            made.type().getMethod("setParameter", String.class, Object.class).invoke(made.result(), parameter, value);
            return made.type().getMethod("getSingleResult").invoke(made.result());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the server's query has another interface than expected", e);
        }
    }

    private record Called(Class<?> type, Object result) {}

    private static Called call(KeycloakSession session, String name, Class<?>[] types, Object... arguments) {
        try {
            Provider connection = session.getProvider(session.getKeycloakSessionFactory().getSpis().stream()
                    .filter(spi -> spi.getName().equals(SPI))
                    .findFirst()
                    .map(Spi::getProviderClass)
                    .orElseThrow(() -> new IllegalStateException("the server has no SPI " + SPI)));
            Method entityManager = connection.getClass().getMethod("getEntityManager");
            Method called = entityManager.getReturnType().getMethod(name, types);
            return new Called(called.getReturnType(), called.invoke(entityManager.invoke(connection), arguments));
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException refused) {
                throw refused;
            }
            throw new IllegalStateException("the server's connection to its database fails", e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the server's connection to its database is another than expected", e);
        }
    }
}
