package org.millrace.server;

import java.util.function.BiFunction;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.RealmModel;
import org.keycloak.models.utils.KeycloakModelUtils;

/** Short transactions with a session of their own, on any thread that belongs to us. */
public final class Transactions {
    private final KeycloakSessionFactory sessions;

    /** Opens sessions of this server. */
    public Transactions(KeycloakSessionFactory sessions) {
        this.sessions = sessions;
    }

    /**
     * Runs a task in a new session and transaction, with the realm in the session's context, and commits.
     *
     * @throws IllegalStateException if the realm is gone
     * @throws RuntimeException what the task or the commit threw; the transaction is rolled back then
     */
    public <T> T inRealm(String realmId, BiFunction<KeycloakSession, RealmModel, T> task) {
        return inRealm(realmId, false, task);
    }

    /**
     * Runs a task in a new session and transaction, and commits, unless this is a rehearsal: that is rolled back.
     *
     * @throws IllegalStateException if the realm is gone
     * @throws RuntimeException what the task or the commit threw; the transaction is rolled back then
     */
    public <T> T inRealm(String realmId, boolean rehearsal, BiFunction<KeycloakSession, RealmModel, T> task) {
        return KeycloakModelUtils.runJobInTransactionWithResult(sessions, session -> {
            if (rehearsal) {
                session.getTransactionManager().setRollbackOnly();
            }
            RealmModel realm = session.realms().getRealm(realmId);
            if (realm == null) {
                throw new IllegalStateException("realm " + realmId + " is gone");
            }
            session.getContext().setRealm(realm);
            return task.apply(session, realm);
        });
    }
}
