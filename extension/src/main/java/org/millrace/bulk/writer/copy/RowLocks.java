package org.millrace.bulk.writer.copy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.millrace.server.Database;

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
        Set<String> locked = new HashSet<>(2 * ids.size());
        SetQuery.read(
                connection, sql, List.of(ids.stream().sorted().toList(), realmId), row -> locked.add(row.getString(1)));
        return locked;
    }
}
