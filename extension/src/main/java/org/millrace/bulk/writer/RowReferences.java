package org.millrace.bulk.writer;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
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

    /** Adds what the rows with these ids refer to; they have to be in the database. */
    public void add(ReferencedRows references, Collection<String> ids, Connection connection) throws SQLException {
        for (Query query : QUERIES.getOrDefault(table, List.of())) {
            String sql = "SELECT DISTINCT " + query.columns() + " FROM " + database.table(query.from()) + " WHERE "
                    + query.condition();
            references.add(query.table(), connection, sql, ids);
        }
    }
}
