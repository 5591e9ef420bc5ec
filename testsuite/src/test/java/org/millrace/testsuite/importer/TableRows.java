package org.millrace.testsuite.importer;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Rows of the server's database as text, whatever their columns are. */
final class TableRows {
    private TableRows() {}

    /** @return for each row its values by the lower-case names of their columns; SQL's NULL is the word null */
    static List<Map<String, String>> read(Connection connection, String sql, String parameter) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, parameter);
            List<Map<String, String>> rows = new ArrayList<>();
            try (ResultSet found = query.executeQuery()) {
                ResultSetMetaData columns = found.getMetaData();
                while (found.next()) {
                    Map<String, String> row = new TreeMap<>();
                    for (int i = 1; i <= columns.getColumnCount(); i++) {
                        row.put(columns.getColumnLabel(i).toLowerCase(Locale.ROOT), String.valueOf(found.getString(i)));
                    }
                    rows.add(row);
                }
            }
            return rows;
        }
    }
}
