package org.millrace.server.advisor.store;

import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.millrace.server.Database;
import org.millrace.server.Sql;

/** Keeps tables of the advisor small. */
final class ExpiredRows {

    private ExpiredRows() {}

    /**
     * Deletes rows that are too old, and the oldest of too many.
     *
     * @param column with a time in milliseconds
     * @param most rows to keep
     */
    static void delete(Database database, String table, String column, Instant oldest, int most) throws SQLException {
        delete(database, table, "1 = 1", column, oldest, most);
    }

    /** @param condition in SQL, for the rows that are counted and deleted */
    static void delete(Database database, String table, String condition, String column, Instant oldest, int most)
            throws SQLException {
        String rows = database.table(table) + " WHERE " + condition;
        String older = "DELETE FROM " + rows + " AND " + column + " < ?";
        database.inTransaction(connection -> {
            int deleted = new Sql(connection, older, oldest.toEpochMilli()).update();
            String query = "SELECT " + column + " FROM " + rows + " ORDER BY " + column + " DESC";
            List<Long> times = new Sql(connection, query).all(row -> row.getLong(1));
            if (times.size() <= most) {
                return deleted;
            }
            long first = most == 0 ? Long.MAX_VALUE : times.get(most - 1);
            return deleted + new Sql(connection, older, first).update();
        });
    }
}
