package org.millrace.bulk.writer.id;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.millrace.server.Database;

/** Ids that are in use anywhere on the server: the model looks into one realm or one client only, and ids are unique in all. */
public final class TakenIds {
    private final Database database;

    public TakenIds(Database database) {
        this.database = database;
    }

    /** @param table its name in lower case */
    public boolean contain(String table, String id) {
        return query("1", table, id).isPresent();
    }

    /**
     * The realm of the entity that has an id; empty if no entity of the table has it.
     *
     * @param table its name in lower case, with the column {@code realm_id}
     */
    public Optional<String> realm(String table, String id) {
        return query("realm_id", table, id);
    }

    /** The column with the ids of a table. */
    static String column(String table) {
        return table.equals("identity_provider") ? "internal_id" : "id";
    }

    private Optional<String> query(String column, String table, String id) {
        String sql = "SELECT " + column + " FROM " + database.table(table) + " WHERE " + column(table) + " = ?";
        try (Connection connection = database.connection();
                PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, id);
            try (ResultSet rows = query.executeQuery()) {
                return rows.next() ? Optional.of(String.valueOf(rows.getString(1))) : Optional.empty();
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the look-up of an id in use failed", e);
        }
    }
}
