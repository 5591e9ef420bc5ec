package org.millrace.testsuite.importer.differential;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.millrace.testsuite.importer.fixture.ImportRealm;

/**
 * Every row that belongs to a user of a realm, column by column, in every table that refers to users: the schema is asked
 * which ones these are. What two equal users of two realms have to differ in (ids, the time of writing, names of
 * the realm) is checked for its form and replaced by a word.
 */
public final class UserRows {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern UUID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final Pattern TABLE = Pattern.compile("(?<=(FROM|JOIN|UPDATE|INTO) )\\w+");
    private static final Set<String> TIMES = Set.of(
            "created_timestamp",
            "last_modified_timestamp",
            "created_date",
            "last_updated_date",
            "updated_date",
            "issued_at");

    private final Connection connection;
    private final String realmName;
    private final String realmId;
    private final Instant since;
    private final Set<String> givenSecrets;
    private final Map<String, String> usernames = new HashMap<>();
    private final Map<String, String> roles = new HashMap<>();
    private final Map<String, String> groups = new HashMap<>();
    private final Map<String, String> clients = new HashMap<>();
    private final Map<String, String> scopes = new HashMap<>();
    private final Map<String, String> parents = new HashMap<>();
    private final Map<String, List<String>> rows = new TreeMap<>();

    private UserRows(Connection connection, ImportRealm realm, Instant since, Set<String> givenSecrets)
            throws SQLException {
        this.connection = connection;
        this.realmName = realm.name();
        this.realmId = one("SELECT id FROM realm WHERE name = ?", realmName);
        this.since = since;
        this.givenSecrets = givenSecrets;
    }

    /**
     * Reads a realm's users.
     *
     * @param since times from here on are those of the test
     * @param givenSecrets secret data that has to be stored as it is; a hash that the server made differs each time
     * @return rows by user name, each as text that begins with its table, in order
     */
    static Map<String, List<String>> of(
            Connection connection, ImportRealm realm, Instant since, Set<String> givenSecrets) throws SQLException {
        UserRows reader = new UserRows(connection, realm, since, givenSecrets);
        reader.readNames();
        reader.readTable("user_entity", "id");
        for (String table : tables(connection)) {
            reader.readTable(table, "user_id");
        }
        // The one table that belongs to users by way of another.
        reader.readRows(
                "user_consent_client_scope",
                "SELECT s.*, c.user_id FROM user_consent_client_scope s JOIN user_consent c ON c.id = s.user_consent_id"
                        + " JOIN user_entity u ON u.id = c.user_id WHERE u.realm_id = ?",
                "user_id");
        reader.rows.values().forEach(rows -> rows.sort(null));
        return reader.rows;
    }

    /** Tables that have a column for a user's id, or a foreign key to users. */
    public static Set<String> tables(Connection connection) throws SQLException {
        Set<String> tables = new TreeSet<>();
        DatabaseMetaData schema = connection.getMetaData();
        boolean upperCase = schema.storesUpperCaseIdentifiers();
        String column = upperCase ? "USER_ID" : "user_id";
        try (ResultSet found = schema.getColumns(connection.getCatalog(), connection.getSchema(), null, "%")) {
            while (found.next()) {
                if (found.getString("COLUMN_NAME").equalsIgnoreCase(column)) {
                    tables.add(found.getString("TABLE_NAME").toLowerCase(Locale.ROOT));
                }
            }
        }
        String users = upperCase || schema.supportsMixedCaseIdentifiers() ? "USER_ENTITY" : "user_entity";
        try (ResultSet found = schema.getExportedKeys(connection.getCatalog(), connection.getSchema(), users)) {
            while (found.next()) {
                String table = found.getString("FKTABLE_NAME").toLowerCase(Locale.ROOT);
                if (!found.getString("FKCOLUMN_NAME").equalsIgnoreCase(column)) {
                    throw new IllegalStateException(
                            "an unknown reference to users: " + table + "." + found.getString("FKCOLUMN_NAME"));
                }
                tables.add(table);
            }
        }
        return tables;
    }

    private void readNames() throws SQLException {
        each("SELECT id, username FROM user_entity WHERE realm_id = ?", row -> {
            usernames.put(row.getString(1), row.getString(2));
            rows.put(row.getString(2), new ArrayList<>());
        });
        each(
                "SELECT r.id, r.name, c.client_id FROM keycloak_role r LEFT JOIN client c ON c.id = r.client"
                        + " WHERE r.realm_id = ?",
                row -> roles.put(
                        row.getString(1),
                        (row.getString(3) == null ? "" : row.getString(3) + " ")
                                + row.getString(2).replace(realmName, "REALM")));
        readGroups();
        each(
                "SELECT id, client_id FROM client WHERE realm_id = ?",
                row -> clients.put(row.getString(1), row.getString(2)));
        each(
                "SELECT id, name FROM client_scope WHERE realm_id = ?",
                row -> scopes.put(row.getString(1), row.getString(2)));
        each(
                "SELECT c.id, c.client_id FROM user_consent c JOIN user_entity u ON u.id = c.user_id WHERE u.realm_id = ?",
                row -> parents.put(row.getString(1), "the consent to " + clients.get(row.getString(2))));
        // The table exists since Keycloak 26.7.
        if (tables(connection).contains("user_ver_credential")) {
            each(
                    "SELECT c.id, c.client_scope_id FROM user_ver_credential c JOIN user_entity u ON u.id = c.user_id"
                            + " WHERE u.realm_id = ?",
                    row -> parents.put(row.getString(1), "the credential of " + scopes.get(row.getString(2))));
        }
    }

    /** Paths; the group that holds an organization's members goes by its alias. */
    private void readGroups() throws SQLException {
        Map<String, String> above = new LinkedHashMap<>();
        Map<String, String> names = new HashMap<>();
        String sql = "SELECT g.id, g.name, g.parent_group, o.alias FROM keycloak_group g"
                + " LEFT JOIN org o ON o.group_id = g.id WHERE g.realm_id = ?";
        each(sql, row -> {
            String alias = row.getString(4);
            names.put(row.getString(1), alias == null ? row.getString(2) : "members of " + alias);
            above.put(row.getString(1), row.getString(3).trim());
        });
        for (String id : above.keySet()) {
            String path = "";
            for (String at = id; names.containsKey(at); at = above.get(at)) {
                path = "/" + names.get(at) + path;
            }
            groups.put(id, path);
        }
    }

    private void readTable(String table, String userColumn) throws SQLException {
        String sql = "SELECT t.* FROM " + table + " t JOIN user_entity u ON u.id = t." + userColumn
                + " WHERE u.realm_id = ?";
        readRows(table, sql, userColumn);
    }

    private void readRows(String table, String sql, String userColumn) throws SQLException {
        each(sql, row -> {
            ResultSetMetaData columns = row.getMetaData();
            Map<String, String> values = new TreeMap<>();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                byte[] bytes = columns.getColumnTypeName(i).equals("bytea") ? row.getBytes(i) : null;
                String value = bytes == null ? row.getString(i) : HexFormat.of().formatHex(bytes);
                values.put(columns.getColumnName(i).toLowerCase(Locale.ROOT), String.valueOf(value));
            }
            String username = usernames.getOrDefault(values.get(userColumn), "missing");
            String email = values.getOrDefault("email", "");
            values.replaceAll((column, value) -> neutral(column, value, email));
            rows.computeIfAbsent(username, name -> new ArrayList<>()).add(table + " " + values);
        });
    }

    private String neutral(String column, String value, String email) {
        if (value.equals("null")) {
            return value;
        }
        if (TIMES.contains(column)) {
            return Long.parseLong(value) >= since.toEpochMilli() ? "now" : value;
        }
        return switch (column) {
            case "id" -> UUID.matcher(value).matches() ? "an id" : value;
            case "user_id" -> usernames.getOrDefault(value, value);
            case "realm_id" -> value.equals(realmId) ? "the realm" : value;
            case "role_id" -> roles.getOrDefault(value, value);
            case "group_id" -> groups.getOrDefault(value, value);
            case "client_id", "service_account_client_link" -> clients.getOrDefault(value, value);
            case "scope_id", "client_scope_id" -> scopes.getOrDefault(value, clients.getOrDefault(value, value));
            case "user_consent_id", "ver_credential_id" -> parents.getOrDefault(value, value);
            case "user_attributes" -> inOrder(value);
            case "email_constraint" ->
                value.equals(email) ? "the mail" : UUID.matcher(value).matches() ? "an id" : value;
            case "secret_data" -> givenSecrets.contains(value) ? value : shape(value);
            default -> value;
        };
    }

    private static String inOrder(String object) {
        try {
            return JSON.readValue(object, TreeMap.class).toString();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("attributes that are no JSON", e);
        }
    }

    /** Names of the fields and lengths of the values of a hash that was made by the server. */
    private static String shape(String secret) {
        try {
            JsonNode data = JSON.readTree(secret);
            Map<String, Object> lengths = new TreeMap<>();
            data.properties()
                    .forEach(field -> lengths.put(
                            field.getKey(),
                            field.getValue().isTextual()
                                    ? field.getValue().asText().length()
                                    : field.getValue().toString()));
            return "made by the server " + lengths;
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("secret data that is no JSON", e);
        }
    }

    /** The statement with the names of tables as the database has them: in upper case, as in Keycloak's change log, where case matters. */
    public static String named(String sql, Connection connection) throws SQLException {
        return connection.getMetaData().supportsMixedCaseIdentifiers()
                ? TABLE.matcher(sql).replaceAll(table -> table.group().toUpperCase(Locale.ROOT))
                : sql;
    }

    /** Does something with a row. */
    @FunctionalInterface
    private interface RowStep {
        void accept(ResultSet row) throws SQLException;
    }

    private void each(String sql, RowStep step) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(named(sql, connection))) {
            query.setString(1, realmId);
            try (ResultSet found = query.executeQuery()) {
                while (found.next()) {
                    step.accept(found);
                }
            }
        }
    }

    private String one(String sql, String parameter) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(named(sql, connection))) {
            query.setString(1, parameter);
            try (ResultSet found = query.executeQuery()) {
                if (!found.next()) {
                    throw new IllegalStateException("no row: " + sql);
                }
                return found.getString(1);
            }
        }
    }
}
