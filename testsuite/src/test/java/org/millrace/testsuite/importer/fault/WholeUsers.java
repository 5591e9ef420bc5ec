package org.millrace.testsuite.importer.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.millrace.testsuite.data.GeneratedUsers;
import org.millrace.testsuite.importer.differential.UserRows;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.server.ServerUnderTest;

/** Holds the database against the promise that a user is there with all of its rows, or not at all. */
public final class WholeUsers {
    /** Rows of one of {@link GeneratedUsers#plain}, in addition to the one in {@code user_entity}. */
    private static final Map<String, Integer> PARTS =
            Map.of("credential", 1, "user_attribute", 2, "user_group_membership", 1, "user_role_mapping", 2);

    /** Keycloak keeps events of deleted users and realms, and may count a failed login after its user was deleted. */
    private static final Set<String> OUTLIVING = Set.of("event_entity", "login_failure");

    private WholeUsers() {}

    /**
     * Names of the realm's users, all made from {@link GeneratedUsers#plain}.
     *
     * @throws AssertionError if one of them is not whole, or if rows of users are left over in any realm
     */
    public static Set<String> in(ServerUnderTest server, ImportRealm realm) {
        try (Connection connection = server.database().connect();
                Statement statement = connection.createStatement()) {
            // What was loaded a moment ago is unknown to the planner, who would go through all rows for each user.
            statement.execute("ANALYZE");
            Map<String, Map<String, Integer>> users = new TreeMap<>();
            count(connection, "SELECT u.username, 1 FROM user_entity u", realm)
                    .forEach((name, one) -> users.put(name, new HashMap<>()));
            for (String table : UserRows.tables(connection)) {
                if (!OUTLIVING.contains(table)) {
                    assertThat(orphans(connection, table))
                            .as("orphans in " + table)
                            .isZero();
                }
                String sql = "SELECT u.username, t.parts FROM user_entity u JOIN"
                        + " (SELECT user_id, count(*) AS parts FROM " + table
                        + " GROUP BY user_id) t ON t.user_id = u.id";
                count(connection, sql, realm)
                        .forEach((name, rows) ->
                                users.getOrDefault(name, new HashMap<>()).put(table, rows));
            }
            assertThat(users.entrySet().stream()
                            .filter(user -> !user.getValue().equals(PARTS))
                            .limit(10))
                    .isEmpty();
            return users.keySet();
        } catch (SQLException e) {
            throw new IllegalStateException("cannot read the database", e);
        }
    }

    private static Map<String, Integer> count(Connection connection, String usersAndNumbers, ImportRealm realm)
            throws SQLException {
        Map<String, Integer> counts = new HashMap<>();
        String sql = usersAndNumbers + " JOIN realm r ON r.id = u.realm_id WHERE r.name = ?";
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, realm.name());
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    counts.put(rows.getString(1), rows.getInt(2));
                }
            }
        }
        return counts;
    }

    private static long orphans(Connection connection, String table) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT count(*) FROM " + table + " t WHERE t.user_id IS NOT NULL"
                                + " AND NOT EXISTS (SELECT 1 FROM user_entity u WHERE u.id = t.user_id)")) {
            row.next();
            return row.getLong(1);
        }
    }
}
