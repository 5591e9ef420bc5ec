package org.millrace.bulk.writer.model;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.millrace.server.Database;

/** Ids that are in use anywhere on the server: the model looks into one realm or one client only, and ids are unique in all. */
final class TakenIds {
    private final Database database;

    TakenIds(Database database) {
        this.database = database;
    }

    /** @param table its name in lower case; the column is {@code id} */
    boolean contain(String table, String id) {
        String sql = "SELECT 1 FROM " + database.table(table) + " WHERE id = ?";
        try (Connection connection = database.connection();
                PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, id);
            try (ResultSet rows = query.executeQuery()) {
                return rows.next();
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the database did not say whether an id is taken", e);
        }
    }
}
