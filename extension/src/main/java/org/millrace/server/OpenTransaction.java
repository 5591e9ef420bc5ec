package org.millrace.server;

import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.utils.KeycloakSessionUtil;

/** A session with a transaction that ends with a rollback. To be used and closed on the thread that opened it. */
public final class OpenTransaction implements AutoCloseable {
    private final KeycloakSession session;
    private final RealmModel realm;

    OpenTransaction(KeycloakSession session, RealmModel realm) {
        this.session = session;
        this.realm = realm;
    }

    /** The session. */
    public KeycloakSession session() {
        return session;
    }

    /** The realm of the session's context. */
    public RealmModel realm() {
        return realm;
    }

    /** Rolls back. */
    @Override
    public void close() {
        session.getTransactionManager().setRollbackOnly();
        try {
            session.close();
        } finally {
            KeycloakSessionUtil.setKeycloakSession(null);
        }
    }
}
