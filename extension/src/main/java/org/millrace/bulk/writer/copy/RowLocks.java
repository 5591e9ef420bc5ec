package org.millrace.bulk.writer.copy;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.millrace.server.Database;
import org.postgresql.PGStatement;

/**
 * Locks users until the transaction ends, so that read values are current when they are written. Always in the order of ids, so
 * that two imports of the same users wait for each other and do not deadlock.
 */
public final class RowLocks {
    private RowLocks() {}

    /** Locks users of a realm, and returns the ids of those that still exist. */
    public static Set<String> lock(Collection<String> ids, String realmId, Connection connection, Database database)
            throws SQLException {
        // The realm in an expression: in an almost empty table, an index on the realm costs the planner less than one
        // lookup for each id.
        String sql = "SELECT id FROM " + database.table("user_entity")
                + " WHERE id = ANY (?) AND realm_id || '' = ? ORDER BY id FOR NO KEY UPDATE";
        Array keys = connection.createArrayOf("varchar", ids.stream().sorted().toArray());
        Set<String> locked = new HashSet<>(2 * ids.size());
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.unwrap(PGStatement.class).setPrepareThreshold(0);
            query.setArray(1, keys);
            query.setString(2, realmId);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    locked.add(rows.getString(1));
                }
            }
        } finally {
            keys.free();
        }
        return locked;
    }
}
