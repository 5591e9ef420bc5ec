package org.millrace.server;

import java.util.function.BiFunction;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.RealmModel;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.utils.KeycloakSessionUtil;

/** Short transactions with a session of their own, on any thread that belongs to us. */
public final class Transactions {
    /** Transaction timeout of a dry run, which takes as long as the import. */
    private static final int REHEARSAL_SECONDS = 6 * 60 * 60;

    private final KeycloakSessionFactory sessions;

    /** Opens sessions of this server. */
    public Transactions(KeycloakSessionFactory sessions) {
        this.sessions = sessions;
    }

    /**
     * Runs a task in a new session and transaction, with the realm in the session's context, and commits.
     *
     * @throws RealmRemovedException if the realm was removed
     * @throws RuntimeException the failure of the task or the commit; the transaction is rolled back
     */
    public <T> T inRealm(String realmId, BiFunction<KeycloakSession, RealmModel, T> task) {
        return inRealm(realmId, false, task);
    }

    /**
     * Runs a task in a new session and transaction, and commits; a dry run is rolled back instead.
     *
     * @throws RealmRemovedException if the realm was removed
     * @throws RuntimeException the failure of the task or the commit; the transaction is rolled back
     */
    public <T> T inRealm(String realmId, boolean dryRun, BiFunction<KeycloakSession, RealmModel, T> task) {
        return KeycloakModelUtils.runJobInTransactionWithResult(sessions, session -> {
            if (dryRun) {
                session.getTransactionManager().setRollbackOnly();
            }
            RealmModel realm = session.realms().getRealm(realmId);
            if (realm == null) {
                throw new RealmRemovedException(realmId);
            }
            session.getContext().setRealm(realm);
            return task.apply(session, realm);
        });
    }

    /**
     * Opens a session and a transaction that will be rolled back, for this thread, with the realm in the session's context.
     *
     * @throws RealmRemovedException if the realm was removed
     */
    public OpenTransaction open(String realmId) {
        KeycloakModelUtils.setTransactionLimit(sessions, REHEARSAL_SECONDS);
        try {
            return begun(realmId);
        } finally {
            KeycloakModelUtils.setTransactionLimit(sessions, 0);
        }
    }

    private OpenTransaction begun(String realmId) {
        KeycloakSession session = sessions.create();
        boolean isOpen = false;
        try {
            session.getTransactionManager().begin();
            session.getTransactionManager().setRollbackOnly();
            RealmModel realm = session.realms().getRealm(realmId);
            if (realm == null) {
                throw new RealmRemovedException(realmId);
            }
            session.getContext().setRealm(realm);
            KeycloakSessionUtil.setKeycloakSession(session);
            isOpen = true;
            return new OpenTransaction(session, realm);
        } finally {
            if (!isOpen) {
                session.close();
            }
        }
    }
}
