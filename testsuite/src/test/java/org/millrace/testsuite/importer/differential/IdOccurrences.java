package org.millrace.testsuite.importer.differential;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.millrace.testsuite.server.ServerUnderTest;

/** How often ids occur in each column of the database, as a value or inside one. */
public final class IdOccurrences {
    private static final Pattern ID = Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

    /** Tables that keep what happened, and those of other tests. */
    private static final Set<String> KEPT =
            Set.of("event_entity", "admin_event_entity", "databasechangelog", "databasechangeloglock");

    private IdOccurrences() {}

    /** Counts by table and column; columns without an occurrence are left out. */
    public static Map<String, Long> of(ServerUnderTest server, Collection<String> ids) throws SQLException {
        Set<String> wanted = Set.copyOf(ids);
        Map<String, Long> found = new TreeMap<>();
        try (Connection connection = server.database().connect()) {
            for (String table : tables(connection)) {
                try (Statement query = connection.createStatement();
                        ResultSet rows = query.executeQuery("SELECT * FROM " + table)) {
                    count(table, rows, wanted, found);
                }
            }
        }
        return found;
    }

    private static List<String> tables(Connection connection) throws SQLException {
        List<String> tables = new ArrayList<>();
        try (ResultSet rows = connection
                .getMetaData()
                .getTables(
                        connection.getCatalog(), connection.getSchema(), "%", new String[] {"TABLE", "BASE TABLE"})) {
            while (rows.next()) {
                String table = rows.getString("TABLE_NAME");
                String name = table.toLowerCase(Locale.ROOT);
                if (!KEPT.contains(name) && !name.startsWith("millrace_")) {
                    tables.add(table);
                }
            }
        }
        return tables;
    }

    private static void count(String table, ResultSet rows, Set<String> ids, Map<String, Long> found)
            throws SQLException {
        ResultSetMetaData columns = rows.getMetaData();
        while (rows.next()) {
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                String value = rows.getString(i);
                Matcher id = ID.matcher(value == null ? "" : value);
                while (id.find()) {
                    if (ids.contains(id.group())) {
                        found.merge((table + "." + columns.getColumnName(i)).toLowerCase(Locale.ROOT), 1L, Long::sum);
                    }
                }
            }
        }
    }
}
