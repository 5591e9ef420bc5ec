package org.millrace.testsuite.importer;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.millrace.testsuite.server.Database;

/** What rows of Keycloak's database refer to: by foreign keys, by columns that hold an id although no key says so, and by names. */
record References(Database database, List<Reference> all) {
    /**
     * A column that holds what another table's column has.
     *
     * @param except a condition on {@code t}, the referring table, of what refers to nothing
     */
    record Reference(String table, String column, String target, String targetColumn, String except) {
        private static Reference of(String table, String column, String target) {
            return new Reference(table, column, target, "id", "FALSE");
        }

        private String dangling() {
            return "SELECT COUNT(*) FROM " + table + " t WHERE t." + column + " IS NOT NULL AND NOT (" + except
                    + ") AND NOT EXISTS (SELECT 1 FROM " + target + " r WHERE r." + targetColumn + " = t." + column
                    + ")";
        }

        @Override
        public String toString() {
            return table + "." + column + " to " + target;
        }
    }

    /** What no foreign key says. */
    private static final List<Reference> UNWRITTEN = List.of(
            Reference.of("user_role_mapping", "role_id", "keycloak_role"),
            Reference.of("user_group_membership", "group_id", "keycloak_group"),
            Reference.of("group_role_mapping", "role_id", "keycloak_role"),
            Reference.of("scope_mapping", "role_id", "keycloak_role"),
            Reference.of("client_scope_role_mapping", "role_id", "keycloak_role"),
            Reference.of("keycloak_role", "client", "client"),
            Reference.of("keycloak_role", "realm_id", "realm"),
            new Reference("keycloak_role", "client_realm_constraint", "realm", "id", "t.client_role"),
            new Reference("keycloak_role", "client_realm_constraint", "client", "id", "NOT t.client_role"),
            Reference.of("realm", "default_role", "keycloak_role"),
            Reference.of("realm_default_groups", "group_id", "keycloak_group"),
            Reference.of("keycloak_group", "realm_id", "realm"),
            new Reference("keycloak_group", "parent_group", "keycloak_group", "id", "t.parent_group = ' '"),
            Reference.of("org", "group_id", "keycloak_group"),
            Reference.of("org", "realm_id", "realm"),
            Reference.of("org_domain", "org_id", "org"),
            Reference.of("client", "realm_id", "realm"),
            Reference.of("user_entity", "realm_id", "realm"),
            Reference.of("user_entity", "service_account_client_link", "client"),
            Reference.of("user_entity", "federation_link", "component"),
            Reference.of("user_consent", "client_id", "client"),
            Reference.of("user_consent_client_scope", "scope_id", "client_scope"),
            Reference.of("client_scope_client", "client_id", "client"),
            Reference.of("client_scope_client", "scope_id", "client_scope"),
            Reference.of("client_auth_flow_bindings", "client_id", "client"),
            Reference.of("client_auth_flow_bindings", "flow_id", "authentication_flow"),
            Reference.of("identity_provider", "organization_id", "org"),
            Reference.of("resource_server", "id", "client"),
            new Reference("resource_server_resource", "owner", "user_entity", "id", "t.owner = t.resource_server_id"),
            // An organization's own group has its id as its name.
            new Reference("keycloak_group", "name", "org", "id", "t.type <> 1 OR t.parent_group <> ' '"));

    /** Ids within the JSON of policies: each is a reference of its own. */
    private static final Map<String, String> POLICIES = Map.of(
            "roles", "keycloak_role",
            "groups", "keycloak_group",
            "users", "user_entity",
            "clients", "client");

    static References of(Database database) throws SQLException {
        String keys = "SELECT t.relname, a.attname, r.relname, b.attname FROM pg_constraint c"
                + " JOIN pg_class t ON t.oid = c.conrelid JOIN pg_class r ON r.oid = c.confrelid"
                + " JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = c.conkey[1]"
                + " JOIN pg_attribute b ON b.attrelid = r.oid AND b.attnum = c.confkey[1]"
                + " WHERE c.contype = 'f' AND cardinality(c.conkey) = 1";
        List<Reference> all = new ArrayList<>(UNWRITTEN);
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(keys)) {
            while (row.next()) {
                all.add(new Reference(row.getString(1), row.getString(2), row.getString(3), row.getString(4), "FALSE"));
            }
        }
        return new References(database, all);
    }

    /** Those that lead to nothing, with the number of their rows. */
    List<String> dangling() throws SQLException {
        List<String> dangling = new ArrayList<>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            // What was loaded a moment ago is unknown to the planner, who would go through all rows for each.
            statement.execute("ANALYZE");
            for (Reference reference : all) {
                note(statement, reference.toString(), reference.dangling(), dangling);
            }
            for (Map.Entry<String, String> ids : POLICIES.entrySet()) {
                note(statement, "policies' " + ids.getKey(), danglingIn(ids.getKey(), ids.getValue()), dangling);
            }
        }
        return dangling;
    }

    /** A policy's ids stand in a list, alone or in an object. */
    private static String danglingIn(String name, String target) {
        return "SELECT COUNT(*) FROM policy_config c, jsonb_array_elements(c.value::jsonb) e WHERE c.name = '" + name
                + "' AND NOT EXISTS (SELECT 1 FROM " + target + " r WHERE r.id = COALESCE(e ->> 'id', e #>> '{}'))";
    }

    private static void note(Statement statement, String what, String sql, List<String> dangling) throws SQLException {
        try (ResultSet row = statement.executeQuery(sql)) {
            row.next();
            if (row.getLong(1) > 0) {
                dangling.add(what + ": " + row.getLong(1));
            }
        }
    }

    /**
     * How many rows refer to each of some rows, by their names.
     *
     * @param rows what {@code FROM} says of the rows
     * @param name of a row, an expression
     * @param id that is referred to, an expression
     * @param target the table that has the id
     */
    record Counted(String rows, String name, String id, String target) {}

    /** Numbers of referring rows, for each name that begins so. */
    Map<String, Map<String, Long>> counts(Counted counted, String prefix) throws SQLException {
        Map<String, Map<String, Long>> counts = new TreeMap<>();
        try (Connection connection = database.connect()) {
            for (Reference reference : to(counted.target()).toList()) {
                String sql = "SELECT " + counted.name() + ", COUNT(*) FROM " + counted.rows() + " JOIN "
                        + reference.table() + " t ON t." + reference.column() + " = " + counted.id() + " WHERE "
                        + counted.name() + " LIKE ? || '%' GROUP BY 1";
                try (PreparedStatement query = connection.prepareStatement(sql)) {
                    query.setString(1, prefix);
                    try (ResultSet row = query.executeQuery()) {
                        while (row.next()) {
                            counts.computeIfAbsent(row.getString(1), any -> new TreeMap<>())
                                    .put(reference.toString(), row.getLong(2));
                        }
                    }
                }
            }
        }
        return counts;
    }

    private Stream<Reference> to(String target) {
        return all.stream().filter(reference -> reference.target().equals(target));
    }
}
