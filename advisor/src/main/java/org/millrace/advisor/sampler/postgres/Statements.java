package org.millrace.advisor.sampler.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Statement execution on PostgreSQL. No statement reads user data, or returns the text of a query. */
final class Statements {

    private static final int PARTS_PER_VERSION = 10_000;

    private Statements() {}

    interface Row {
        void read(ResultSet row) throws SQLException;
    }

    static void query(Connection connection, String sql, Row each) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                each.read(rows);
            }
        }
    }

    /** The major version, such as 17. */
    static int version(Connection connection) throws SQLException {
        int[] version = new int[1];
        query(
                connection,
                "SELECT current_setting('server_version_num')::int AS version",
                row -> version[0] = (int) row.getDouble("version") / PARTS_PER_VERSION);
        return version[0];
    }
}
