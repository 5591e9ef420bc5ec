package org.millrace.testsuite.importer.undo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.millrace.testsuite.server.ServerUnderTest;

/**
 * All rows of all of Keycloak's tables, except those of events and sessions, without generated ids of rows and times. Rows as text with
 * their numbers, by table; those of large tables as hashes, which PostgreSQL computes: a server with many realms has half a million rows.
 */
record AllTables(Map<String, Map<String, Integer>> rows) {
    private static final int MAX_TEXTS = 2_000;

    /** Its flags are compared by what they mean. */
    private static final String NORMALIZED = "identity_provider";

    private static final Set<String> LEFT_OUT = Set.of(
            "event_entity",
            "admin_event_entity",
            "offline_user_session",
            "offline_client_session",
            "revoked_token",
            "jgroups_ping",
            "server_config",
            "login_failure",
            "org_invitation");

    /** Generated ids of rows, times, and counters of updates. */
    private static final Map<String, Set<String>> IGNORED = Map.of(
            "user_attribute", Set.of("id"),
            "user_entity", Set.of("last_modified_timestamp", "email_constraint"),
            "credential", Set.of("version"),
            "client", Set.of("last_modified_timestamp"),
            "group_attribute", Set.of("id"),
            "role_attribute", Set.of("id"),
            "resource_attribute", Set.of("id"),
            "keycloak_group", Set.of("last_modified_timestamp", "modified_timestamp"));

    static AllTables of(ServerUnderTest server) throws SQLException {
        Map<String, Map<String, Integer>> tables = new TreeMap<>();
        try (Connection connection = server.database().connect()) {
            for (String name : names(connection)) {
                tables.put(name.toLowerCase(Locale.ROOT), rows(connection, name));
            }
        }
        return new AllTables(tables);
    }

    /** In the case in which MariaDB knows them. */
    private static List<String> names(Connection connection) throws SQLException {
        List<String> tables = new ArrayList<>();
        try (ResultSet names = connection
                .getMetaData()
                .getTables(connection.getCatalog(), connection.getSchema(), "%", new String[] {"TABLE"})) {
            while (names.next()) {
                String name = names.getString("TABLE_NAME");
                String table = name.toLowerCase(Locale.ROOT);
                if (!LEFT_OUT.contains(table)
                        && !table.startsWith("millrace_")
                        && !table.startsWith("databasechangelog")) {
                    tables.add(name);
                }
            }
        }
        return tables;
    }

    private static Map<String, Integer> rows(Connection connection, String table) throws SQLException {
        Set<String> ignored = IGNORED.getOrDefault(table.toLowerCase(Locale.ROOT), Set.of());
        boolean large = count(connection, table) > MAX_TEXTS;
        boolean hashed = large
                && connection.getMetaData().getDatabaseProductName().equals("PostgreSQL")
                && !table.equals(NORMALIZED);
        Map<String, Integer> texts = new HashMap<>();
        try (Statement query = connection.createStatement()) {
            query.setFetchSize(10_000);
            connection.setAutoCommit(false);
            try (ResultSet rows =
                    query.executeQuery(hashed ? hashes(connection, table, ignored) : "SELECT * FROM " + table)) {
                while (rows.next()) {
                    String text = hashed ? rows.getString(1) : text(rows, ignored);
                    texts.merge(large && !hashed ? digest(text) : text, 1, Integer::sum);
                }
            }
            connection.rollback();
        }
        return texts;
    }

    private static String hashes(Connection connection, String table, Set<String> ignored) throws SQLException {
        List<String> columns = new ArrayList<>();
        try (ResultSet names = connection.getMetaData().getColumns(null, connection.getSchema(), table, "%")) {
            while (names.next()) {
                String column = names.getString("COLUMN_NAME");
                if (!ignored.contains(column)) {
                    columns.add('"' + column + '"');
                }
            }
        }
        return "SELECT hashtextextended(ROW(" + String.join(", ", columns) + ")::text, 0) FROM " + table;
    }

    private static long count(Connection connection, String table) throws SQLException {
        try (Statement query = connection.createStatement();
                ResultSet count = query.executeQuery("SELECT COUNT(*) FROM " + table)) {
            count.next();
            return count.getLong(1);
        }
    }

    private static String text(ResultSet row, Set<String> ignored) throws SQLException {
        ResultSetMetaData columns = row.getMetaData();
        StringBuilder text = new StringBuilder();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            String column = columns.getColumnName(i).toLowerCase(Locale.ROOT);
            if (!ignored.contains(column)) {
                String value = row.getString(i);
                // Keycloak reads a missing flag of an identity provider as false.
                boolean isUnset = columns.getTableName(i).equalsIgnoreCase(NORMALIZED)
                        && columns.getColumnType(i) != Types.VARCHAR
                        && value != null
                        && List.of("f", "0", "FALSE").contains(value);
                text.append(column).append('=').append(isUnset ? null : value).append(' ');
            }
        }
        return text.toString();
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 12);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    int size() {
        return rows.values().stream()
                .flatMap(table -> table.values().stream())
                .mapToInt(count -> count)
                .sum();
    }

    /** Shows only the rows that differ. */
    void assertSame(AllTables other) {
        assertThat(other.rows.keySet()).isEqualTo(rows.keySet());
        Map<String, List<Set<String>>> differences = new TreeMap<>();
        rows.forEach((table, before) -> {
            Map<String, Integer> after = other.rows.getOrDefault(table, Map.of());
            Set<String> lost = difference(before, after);
            Set<String> added = difference(after, before);
            if (!lost.isEmpty() || !added.isEmpty()) {
                differences.put(table, List.of(lost, added));
            }
        });
        assertThat(differences)
                .as("rows that are missing, and rows that are new")
                .isEmpty();
    }

    private static Set<String> difference(Map<String, Integer> some, Map<String, Integer> others) {
        Set<String> difference = new TreeSet<>();
        some.forEach((row, count) -> {
            if (!count.equals(others.get(row))) {
                difference.add(row);
            }
        });
        return difference;
    }
}
