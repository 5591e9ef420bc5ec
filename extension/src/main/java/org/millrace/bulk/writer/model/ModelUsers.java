package org.millrace.bulk.writer.model;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.millrace.bulk.writer.KnownUsers;
import org.millrace.bulk.writer.NewUser;
import org.millrace.server.Database;

/** The users as the session sees them, which includes those it has just added. */
final class ModelUsers implements KnownUsers {
    private final KeycloakSession session;
    private final RealmModel realm;
    private final Database database;

    ModelUsers(KeycloakSession session, RealmModel realm, Database database) {
        this.database = database;
        this.session = session;
        this.realm = realm;
    }

    @Override
    public Optional<String> byId(String id) {
        return id(session.users().getUserById(realm, id));
    }

    /** The model looks into one realm only, and ids are unique in all. */
    @Override
    public boolean isTaken(String id) {
        String sql = "SELECT 1 FROM " + database.table("user_entity") + " WHERE id = ?";
        try (Connection connection = database.connection();
                PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, id);
            try (ResultSet rows = query.executeQuery()) {
                return rows.next();
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the database did not say whether an id is taken", e);
        }
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
