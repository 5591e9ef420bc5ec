package org.millrace.testsuite.importer.differential;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.millrace.testsuite.importer.fixture.ImportRealm;

/** The times at which Keycloak has last changed users. */
final class ModificationTimes {
    private ModificationTimes() {}

    /**
     * How many users of a realm were noted as changed since then.
     *
     * @throws SQLException if the database refuses the question
     */
    static long modifiedSince(Connection connection, ImportRealm realm, Instant since) throws SQLException {
        if (!hasModificationTimes(connection)) {
            return 0;
        }
        String sql = "SELECT count(*) FROM user_entity u JOIN realm r ON r.id = u.realm_id"
                + " WHERE r.name = ? AND u.last_modified_timestamp >= ?";
        try (PreparedStatement query = connection.prepareStatement(UserRows.named(sql, connection))) {
            query.setString(1, realm.name());
            query.setLong(2, since.toEpochMilli());
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    /** Keycloak notes since 26.6 when a user was changed. */
    private static boolean hasModificationTimes(Connection connection) throws SQLException {
        DatabaseMetaData schema = connection.getMetaData();
        try (ResultSet found = schema.getColumns(connection.getCatalog(), connection.getSchema(), null, "%")) {
            while (found.next()) {
                if (found.getString("TABLE_NAME").equalsIgnoreCase("user_entity")
                        && found.getString("COLUMN_NAME").equalsIgnoreCase("last_modified_timestamp")) {
                    return true;
                }
            }
        }
        return false;
    }
}
