package org.millrace.testsuite.bench.realm;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.millrace.testsuite.server.database.Database;

/**
 * The tables of users as each cell finds them: the server's own administrator and 20,000 users, all tables vacuumed, analyzed,
 * and nothing left to be written by a checkpoint. Kept as copies in a schema of its own. For one thread.
 */
public final class StartingPoint implements AutoCloseable {
    /** Users in the tables before each cell. */
    public static final int EXISTING_USERS = 20_000;

    /** Far from the numbers of the users that the cells load. */
    private static final int FIRST_EXISTING = 1_000_000_000;

    private static final String SCHEMA = "benchmark_start";

    private final Connection connection;
    private final List<String> tables;

    private StartingPoint(Connection connection, List<String> tables) {
        this.connection = connection;
        this.tables = tables;
    }

    /** Fills the realm and remembers the tables as they are then. The existing users have random ids, as from Keycloak. */
    public static StartingPoint create(Database database, BenchmarkUsers users, BenchmarkRealm realm, long millis)
            throws SQLException, IOException {
        Connection connection = database.connectAsSuperuser();
        List<JsonNode> existing = IntStream.range(FIRST_EXISTING, FIRST_EXISTING + EXISTING_USERS)
                .mapToObj(number -> (JsonNode) users.user(number))
                .toList();
        UserRows.of(existing, realm, () -> UUID.randomUUID().toString(), millis).copyInto(connection);
        StartingPoint start = new StartingPoint(connection, tablesOfUsers(connection));
        start.execute("CREATE SCHEMA " + SCHEMA);
        for (String table : start.tables) {
            start.execute("CREATE TABLE " + SCHEMA + "." + table + " AS TABLE " + table);
        }
        return start;
    }

    /** {@code user_entity} and all tables that refer to it, each after the tables that it refers to. */
    private static List<String> tablesOfUsers(Connection connection) throws SQLException {
        String sql = """
                WITH RECURSIVE dependent (oid, depth) AS (
                  SELECT 'user_entity'::regclass::oid, 0
                  UNION
                  SELECT c.conrelid, d.depth + 1 FROM pg_constraint c JOIN dependent d ON c.confrelid = d.oid
                  WHERE c.contype = 'f' AND c.conrelid <> c.confrelid)
                SELECT oid::regclass::text FROM dependent GROUP BY oid ORDER BY max(depth)""";
        List<String> tables = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                tables.add(rows.getString(1));
            }
        }
        return tables;
    }

    /** Brings the tables back. Keycloak has to forget what it knows of their users afterwards. */
    public void restore() throws SQLException {
        execute("SET lock_timeout = '30s'");
        execute("TRUNCATE " + String.join(", ", tables));
        for (String table : tables) {
            execute("INSERT INTO " + table + " SELECT * FROM " + SCHEMA + "." + table);
        }
        // Jobs have tables of their own.
        execute("VACUUM (ANALYZE)");
        execute("CHECKPOINT");
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
