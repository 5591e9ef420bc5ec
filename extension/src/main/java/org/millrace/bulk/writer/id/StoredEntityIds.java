package org.millrace.bulk.writer.id;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.millrace.bulk.chunk.StoredIds;
import org.millrace.server.Database;

/** Ids of the entities that exist in the database. Ids are unique across realms. */
public final class StoredEntityIds implements StoredIds {
    /** Number of parameters that every supported database accepts in one statement. */
    private static final int IDS_A_QUERY = 500;

    private final Database database;
    private final Set<String> tables;

    /**
     * Looks into some tables.
     *
     * @param tables their names in lower case
     */
    public StoredEntityIds(Database database, Set<String> tables) {
        this.database = database;
        this.tables = Set.copyOf(tables);
    }

    @Override
    public Set<String> among(Set<String> ids) {
        List<String> all = List.copyOf(ids);
        try {
            return database.inTransaction(connection -> {
                Set<String> found = new HashSet<>();
                for (String table : tables) {
                    for (int from = 0; from < all.size(); from += IDS_A_QUERY) {
                        List<String> some = all.subList(from, Math.min(from + IDS_A_QUERY, all.size()));
                        found.addAll(inTable(connection, table, some));
                    }
                }
                return found;
            });
        } catch (SQLException e) {
            throw new IllegalStateException("the database does not say which entities are there", e);
        }
    }

    private List<String> inTable(Connection connection, String table, List<String> ids) throws SQLException {
        String sql = "SELECT " + TakenIds.column(table) + " FROM " + database.table(table) + " WHERE "
                + TakenIds.column(table) + " IN ("
                + String.join(", ", ids.stream().map(id -> "?").toList()) + ")";
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            for (int i = 0; i < ids.size(); i++) {
                query.setString(i + 1, ids.get(i));
            }
            List<String> found = new ArrayList<>();
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    found.add(rows.getString(1));
                }
            }
            return found;
        }
    }
}
