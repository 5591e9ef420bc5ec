package org.millrace.bulk.writer;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.millrace.bulk.writer.ReferencedRows.Table;
import org.millrace.server.Database;

/** Reads from the rows of one kind of entity what they refer to without a foreign key. Immutable. */
public final class RowReferences {
    private record Query(Table table, String columns, String from, String condition) {}

    /** By the table of the entity. Composite roles and what belongs to an authorization server have foreign keys. */
    private static final Map<String, List<Query>> QUERIES = Map.of(
            "keycloak_group",
            List.of(
                    new Query(Table.GROUP, "parent_group", "keycloak_group", "parent_group <> ' ' AND id IN "),
                    new Query(Table.ROLE, "role_id", "group_role_mapping", "group_id IN ")),
            "keycloak_role",
            List.of(new Query(Table.CLIENT, "client", "keycloak_role", "client IS NOT NULL AND id IN ")),
            "client",
            List.of(
                    new Query(Table.CLIENT_SCOPE, "scope_id", "client_scope_client", "client_id IN "),
                    new Query(Table.ROLE, "role_id", "scope_mapping", "client_id IN ")),
            "org",
            List.of(new Query(Table.GROUP, "group_id", "org", "id IN ")));

    private final Database database;
    private final String table;

    /** @param table the table of the entity, in lower case */
    public RowReferences(Database database, String table) {
        this.database = database;
        this.table = table;
    }

    /**
     * Adds what rows refer to, which have to be in the database.
     *
     * @param created ids of new entities; what is below a new group is new, too
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
        for (Query query : QUERIES.getOrDefault(table, List.of())) {
            String sql = "SELECT DISTINCT " + query.columns() + " FROM " + database.table(query.from()) + " WHERE "
                    + query.condition();
            references.add(query.table(), connection, sql, ids);
        }
    }

    private List<String> subgroups(Collection<String> parents, Connection connection) throws SQLException {
        // With the realm, for the index on both.
        String sql =
                "SELECT g.id FROM " + database.table("keycloak_group") + " g JOIN " + database.table("keycloak_group")
                        + " p ON p.id = g.parent_group AND p.realm_id = g.realm_id WHERE p.id IN ";
        List<String> ids = new ArrayList<>();
        for (List<String> some : ReferencedRows.inParts(parents)) {
            ids.addAll(ReferencedRows.in(connection, sql, some).all(row -> row.getString(1)));
        }
        return ids;
    }
}
