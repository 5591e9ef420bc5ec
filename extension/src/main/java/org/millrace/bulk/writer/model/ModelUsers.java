package org.millrace.bulk.writer.model;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.millrace.bulk.writer.KnownUsers;
import org.millrace.bulk.writer.NewUser;

/** The users as the session sees them, which includes those it has just added. */
final class ModelUsers implements KnownUsers {
    private final KeycloakSession session;
    private final RealmModel realm;

    ModelUsers(KeycloakSession session, RealmModel realm) {
        this.session = session;
        this.realm = realm;
    }

    @Override
    public Optional<String> byId(String id) {
        return id(session.users().getUserById(realm, id));
    }

    /** The model looks into one realm only; an id of another realm's user is refused by the database. */
    @Override
    public boolean isTaken(String id) {
        return byId(id).isPresent();
    }

    @Override
    public Optional<String> byUsername(String username) {
        return id(session.users().getUserByUsername(realm, username));
    }

    @Override
    public Optional<String> byEmail(String email) {
        return id(session.users().getUserByEmail(realm, email));
    }

    @Override
    public void add(NewUser user) {
        // The session is asked next time, and knows by then.
    }

    private static Optional<String> id(@Nullable UserModel user) {
        return Optional.ofNullable(user).map(UserModel::getId);
    }
}
