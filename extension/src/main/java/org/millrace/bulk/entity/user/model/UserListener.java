package org.millrace.bulk.entity.user.model;

import org.keycloak.models.KeycloakSession;
import org.millrace.bulk.entity.user.state.UserState;

/** Is told of each user that is written one by one, in the transaction that writes it. Safe for any thread. */
public interface UserListener {
    /** Nobody wants to know. */
    UserListener NONE = new UserListener() {
        @Override
        public void created(UserState user, KeycloakSession session) {
            // Nobody wants to know.
        }

        @Override
        public void updated(UserState user, KeycloakSession session) {
            // Nobody wants to know.
        }
    };

    /** A user was added. */
    void created(UserState user, KeycloakSession session);

    /** A user was changed, and is so now. */
    void updated(UserState user, KeycloakSession session);
}
