package org.millrace.bulk.entity.user.copy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.millrace.bulk.entity.user.state.UserAssociations;
import org.millrace.bulk.entity.user.state.UserState;
import org.millrace.bulk.writer.copy.CopySchema;
import org.millrace.bulk.writer.copy.RowLocks;
import org.millrace.server.Database;

/** Users as they are stored, with their rows locked until the end of the transaction. */
public final class LockedUsers {
    private LockedUsers() {}

    /** Whether users can be read with one query for each table. */
    public static boolean areReadable(Database database) {
        return database.isPostgres()
                && CopySchema.mismatch(database, CopyUserWriter.TABLES).isEmpty();
    }

    /**
     * Locks and reads users on the connection of this thread's transaction.
     *
     * @return the users that exist, with their associations, by id
     * @throws IllegalStateException if the database refuses the queries
     */
    public static Map<String, UserState> read(Collection<String> ids, Database database) {
        try (Connection connection = database.connection()) {
            Collection<String> present = RowLocks.lock(ids, connection, database);
            Map<String, UserState> users = new HashMap<>(StoredUsers.read(present, connection, database));
            Map<String, UserAssociations> associations =
                    users.isEmpty() ? Map.of() : StoredAssociations.read(users.keySet(), connection, database);
            users.replaceAll((id, user) -> user.with(associations.getOrDefault(id, UserAssociations.NONE)));
            return users;
        } catch (SQLException e) {
            throw new IllegalStateException("the database refused the queries for users", e);
        }
    }
}
