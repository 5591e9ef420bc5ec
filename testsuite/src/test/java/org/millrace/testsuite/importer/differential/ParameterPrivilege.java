package org.millrace.testsuite.importer.differential;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.millrace.testsuite.server.ServerUnderTest;

/** The privilege to leave out triggers, granted to the role that Keycloak connects as. */
final class ParameterPrivilege {
    private ParameterPrivilege() {}

    static void grant(ServerUnderTest server) throws SQLException {
        execute(server, "GRANT SET ON PARAMETER session_replication_role TO keycloak");
    }

    static void revoke(ServerUnderTest server) throws SQLException {
        execute(server, "REVOKE SET ON PARAMETER session_replication_role FROM keycloak");
    }

    static void execute(ServerUnderTest server, String sql) throws SQLException {
        try (Connection connection = server.database().connectAsSuperuser();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
