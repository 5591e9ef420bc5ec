package org.millrace.bulk.entity.user.model;

import org.keycloak.models.KeycloakSession;
import org.millrace.bulk.entity.user.state.UserState;

/** Listener for users that are written one by one, called in the writing transaction. Thread-safe. */
public interface UserListener {
    /** Does nothing. */
    UserListener NONE = new UserListener() {
        @Override
        public void created(UserState user, KeycloakSession session) {}

        @Override
        public void updated(UserState user, KeycloakSession session) {}
    };

    /** A user was added. */
    void created(UserState user, KeycloakSession session);

    /** A user was changed, and is so now. */
    void updated(UserState user, KeycloakSession session);
}
