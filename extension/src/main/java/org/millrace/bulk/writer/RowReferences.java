package org.millrace.bulk.writer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.writer.ReferencedRows.Table;
import org.millrace.server.Database;
import org.millrace.server.Sql;

/** Reads references without a foreign key from the rows of one entity type. Immutable. */
public final class RowReferences {
    private record Query(Table table, String columns, String from, String condition) {}

    /** By the table of the entity. Composite roles have foreign keys. */
    private static final Map<String, List<Query>> QUERIES = Map.of(
            "keycloak_group",
            List.of(
                    new Query(Table.GROUP, "parent_group", "keycloak_group", "parent_group <> ' ' AND id IN "),
                    new Query(Table.ROLE, "role_id", "group_role_mapping", "group_id IN ")),
            "keycloak_role",
            List.of(new Query(Table.CLIENT, "client", "keycloak_role", "client IS NOT NULL AND id IN ")),
            "client",
            List.of(
                    // Scopes, flows and authorization settings of a client refer to it.
                    new Query(Table.CLIENT, "id", "client", "id IN "),
                    new Query(Table.CLIENT_SCOPE, "scope_id", "client_scope_client", "client_id IN "),
                    new Query(Table.ROLE, "role_id", "scope_mapping", "client_id IN ")),
            "org",
            List.of(new Query(Table.GROUP, "group_id", "org", "id IN ")));

    /** Of new entities only: what Keycloak left behind in an older one must not keep it from being changed. */
    private static final Map<String, List<Query>> QUERIES_OF_NEW = Map.of(
            "client",
            List.of(
                    new Query(Table.FLOW, "flow_id", "client_auth_flow_bindings", "client_id IN "),
                    owner("resource_server_id IN ")),
            "resource_server_resource",
            List.of(owner("id IN ")));

    /** Entities that policies name in JSON, by the key of the configuration. */
    private static final Map<String, Table> NAMED_BY_POLICIES = Map.of(
            "users", Table.USER,
            "roles", Table.ROLE,
            "groups", Table.GROUP,
            "clients", Table.CLIENT,
            "clientScopes", Table.CLIENT_SCOPE);

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Resources belong to their client, or to a user. */
    private static Query owner(String condition) {
        return new Query(
                Table.USER, "owner", "resource_server_resource", "owner <> resource_server_id AND " + condition);
    }

    private final Database database;
    private final String table;

    /** @param table the table of the entity, in lower case */
    public RowReferences(Database database, String table) {
        this.database = database;
        this.table = table;
    }

    /**
     * Adds references of rows, whose targets have to exist.
     *
     * @param created ids of new entities; children of a new group are new too
     * @param updated ids of changed entities
     */
    public void add(
            ReferencedRows references, Collection<String> created, Collection<String> updated, Connection connection)
            throws SQLException {
        Set<String> ids = new HashSet<>(updated);
        Collection<String> level = created;
        while (!level.isEmpty()) {
            ids.addAll(level);
            level = table.equals("keycloak_group") ? subgroups(level, connection) : List.of();
        }
        run(QUERIES.getOrDefault(table, List.of()), references, ids, connection);
        run(QUERIES_OF_NEW.getOrDefault(table, List.of()), references, created, connection);
        if (table.equals("client")) {
            addNamedByPolicies(references, created, connection);
        }
    }

    private void run(List<Query> queries, ReferencedRows references, Collection<String> ids, Connection connection)
            throws SQLException {
        for (Query query : queries) {
            String sql = "SELECT DISTINCT " + query.columns() + " FROM " + database.table(query.from()) + " WHERE "
                    + query.condition();
            references.add(query.table(), connection, sql, ids);
        }
    }

    private record PolicyConfig(String name, @Nullable String value) {}

    private void addNamedByPolicies(ReferencedRows references, Collection<String> clients, Connection connection)
            throws SQLException {
        String names = NAMED_BY_POLICIES.keySet().stream().sorted().collect(Collectors.joining("', '", "('", "')"));
        String sql = "SELECT c.name, c.value FROM " + database.table("policy_config") + " c JOIN "
                + database.table("resource_server_policy") + " p ON p.id = c.policy_id WHERE c.name IN " + names
                + " AND p.resource_server_id IN ";
        for (List<String> some : Sql.inParts(clients)) {
            List<PolicyConfig> configs =
                    Sql.in(connection, sql, some).all(row -> new PolicyConfig(row.getString(1), row.getString(2)));
            configs.forEach(config -> addNamed(references, config.name(), config.value()));
        }
    }

    /** Adds what a policy names in its configuration. */
    public static void addNamedBy(ReferencedRows references, Map<String, String> policyConfig) {
        policyConfig.forEach((name, value) -> addNamed(references, name, value));
    }

    private static void addNamed(ReferencedRows references, String name, @Nullable String value) {
        Table named = NAMED_BY_POLICIES.get(name);
        if (named != null) {
            ids(value).forEach(id -> references.add(named, id));
        }
    }

    /** The ids in a list of ids, or of objects with an id; none in anything else. */
    private static List<String> ids(@Nullable String list) {
        List<String> ids = new ArrayList<>();
        try {
            for (JsonNode each : JSON.readTree(list == null ? "[]" : list)) {
                String id = each.isTextual() ? each.asText() : each.path("id").asText();
                if (!id.isEmpty()) {
                    ids.add(id);
                }
            }
        } catch (JsonProcessingException e) {
            // A policy of another provider may keep something else under the key.
        }
        return ids;
    }

    private List<String> subgroups(Collection<String> parents, Connection connection) throws SQLException {
        // With the realm, for the index on both.
        String sql =
                "SELECT g.id FROM " + database.table("keycloak_group") + " g JOIN " + database.table("keycloak_group")
                        + " p ON p.id = g.parent_group AND p.realm_id = g.realm_id WHERE p.id IN ";
        List<String> ids = new ArrayList<>();
        for (List<String> some : Sql.inParts(parents)) {
            ids.addAll(Sql.in(connection, sql, some).all(row -> row.getString(1)));
        }
        return ids;
    }
}
