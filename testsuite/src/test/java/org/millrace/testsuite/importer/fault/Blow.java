package org.millrace.testsuite.importer.fault;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.random.RandomGenerator;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.ServerUnderTest;

/** What may happen to servers at any moment. */
enum Blow {
    /** SIGKILL to a Keycloak, and another one starts. */
    NODE {
        @Override
        void strike(ServerUnderTest server, RandomGenerator random) {
            List<Node> nodes = server.nodes();
            nodes.get(random.nextInt(nodes.size())).kill();
            server.startNode();
        }
    },
    /** Terminates every connection of one Keycloak role. */
    CONNECTIONS {
        @Override
        void strike(ServerUnderTest server, RandomGenerator random) throws SQLException {
            execute(
                    server,
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'keycloak'"
                            + " AND pid <> pg_backend_pid()");
        }
    },
    /** One connection that is in the middle of a transaction is cut. */
    TRANSACTION {
        @Override
        void strike(ServerUnderTest server, RandomGenerator random) throws SQLException {
            execute(
                    server,
                    "SELECT pg_terminate_backend(pid) FROM (SELECT pid FROM pg_stat_activity WHERE usename = 'keycloak'"
                            + " AND xact_start IS NOT NULL ORDER BY xact_start LIMIT 1) AS oldest");
        }
    },
    /** SIGKILL to PostgreSQL, which recovers from its log when it is started again. */
    DATABASE {
        @Override
        void strike(ServerUnderTest server, RandomGenerator random) {
            server.killDatabase();
            server.restartDatabase();
        }
    };

    abstract void strike(ServerUnderTest server, RandomGenerator random) throws SQLException;

    private static void execute(ServerUnderTest server, String sql) throws SQLException {
        try (Connection connection = server.database().connectAsSuperuser();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
