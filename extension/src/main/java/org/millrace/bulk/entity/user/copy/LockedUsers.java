package org.millrace.bulk.entity.user.copy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.millrace.bulk.entity.user.state.LockableUsers;
import org.millrace.bulk.entity.user.state.UserAssociations;
import org.millrace.bulk.entity.user.state.UserChange;
import org.millrace.bulk.entity.user.state.UserState;
import org.millrace.bulk.writer.ReferencedRows;
import org.millrace.bulk.writer.copy.CopySchema;
import org.millrace.bulk.writer.copy.RowLocks;
import org.millrace.bulk.writer.id.TimeOrderedIds;
import org.millrace.server.Database;
import org.postgresql.PGConnection;

/** Changes of users whose rows are locked before they are read: for users that are to be changed only if they are as expected. */
public final class LockedUsers implements LockableUsers {
    private final Database database;
    private final InstantSource clock = InstantSource.system();

    /** Users in a database for which {@link #areSupported} holds. */
    public LockedUsers(Database database) {
        this.database = database;
    }

    /** Whether users can be read and written with one statement for each table. */
    public static boolean areSupported(Database database) {
        return database.isPostgres()
                && CopySchema.mismatch(database, CopyUserWriter.TABLES).isEmpty();
    }

    @Override
    public Map<String, UserState> lock(Collection<String> ids, RealmModel realm) {
        try (Connection connection = database.connection()) {
            Collection<String> present = RowLocks.lock(ids, realm.getId(), connection, database);
            Map<String, UserState> users = new HashMap<>(StoredUsers.read(present, connection, database));
            Map<String, UserAssociations> associations =
                    users.isEmpty() ? Map.of() : StoredAssociations.read(users.keySet(), connection, database);
            users.replaceAll((id, user) -> user.with(associations.getOrDefault(id, UserAssociations.NONE)));
            return users;
        } catch (SQLException e) {
            throw new IllegalStateException("the database refused the queries for users", e);
        }
    }

    @Override
    public void write(List<UserChange> changes, KeycloakSession session, RealmModel realm) {
        TimeOrderedIds ids = new TimeOrderedIds(clock);
        UserTables added = new UserTables(database);
        ChangedRows changed = new ChangedRows(database);
        ReferencedRows referenced = new ReferencedRows();
        for (UserChange change : changes) {
            referenced.add(change);
            changed.add(change, added, realm.getId(), realm.isDuplicateEmailsAllowed(), ids, clock.millis());
        }
        try (Connection connection = database.connection()) {
            referenced.lock(connection, database, realm.getId());
            changed.write(connection);
            added.write(connection.unwrap(PGConnection.class).getCopyAPI());
        } catch (SQLException e) {
            throw new IllegalStateException("the database refused changes of users", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        RevokedConsents.revoke(changes, session, realm);
        new CachedUsers(session, realm).forget(List.of(), changes);
    }
}
