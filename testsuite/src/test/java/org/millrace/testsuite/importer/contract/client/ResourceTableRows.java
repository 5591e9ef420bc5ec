package org.millrace.testsuite.importer.contract.client;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.millrace.testsuite.importer.fixture.TableRows;

/**
 * Every row that belongs to the authorization resources and scopes of a client, column by column. The ids that two equal clients
 * have to differ in are replaced by what they stand for.
 */
final class ResourceTableRows {
    /** In the case of Keycloak's change log, which matters on MariaDB. */
    private static final String OF_SERVER = "SELECT id FROM RESOURCE_SERVER_RESOURCE WHERE resource_server_id = ?";

    private final Connection connection;
    private final String serverId;
    private final Map<String, String> names = new HashMap<>();

    private ResourceTableRows(Connection connection, String serverId) {
        this.connection = connection;
        this.serverId = serverId;
    }

    /**
     * Reads what belongs to a client.
     *
     * @param serverId the client's id
     * @return rows as text, each beginning with its table, in order
     */
    static List<String> of(Connection connection, String serverId) throws SQLException {
        ResourceTableRows reader = new ResourceTableRows(connection, serverId);
        reader.readNames();
        List<String> rows = new ArrayList<>();
        for (String table : List.of("RESOURCE_SERVER_SCOPE", "RESOURCE_SERVER_RESOURCE")) {
            reader.add(rows, table, "SELECT * FROM " + table + " WHERE resource_server_id = ?");
        }
        for (String table : List.of("RESOURCE_URIS", "RESOURCE_SCOPE", "RESOURCE_ATTRIBUTE")) {
            reader.add(rows, table, "SELECT * FROM " + table + " WHERE resource_id IN (" + OF_SERVER + ")");
        }
        Collections.sort(rows);
        return rows;
    }

    private void readNames() throws SQLException {
        names.put(serverId, "SERVER");
        for (Map<String, String> scope :
                read("SELECT id, name FROM RESOURCE_SERVER_SCOPE WHERE resource_server_id = ?")) {
            names.put(scope.get("id"), "scope " + scope.get("name"));
        }
        for (Map<String, String> resource :
                read("SELECT id, name, owner FROM RESOURCE_SERVER_RESOURCE WHERE resource_server_id = ?")) {
            boolean own = serverId.equals(resource.get("owner"));
            names.put(resource.get("id"), (own ? "resource " : "a user's resource ") + resource.get("name"));
        }
    }

    private void add(List<String> rows, String table, String sql) throws SQLException {
        for (Map<String, String> row : read(sql)) {
            // Ids of rows that nothing refers to.
            if (!names.containsKey(String.valueOf(row.get("id")))) {
                row.remove("id");
            }
            row.replaceAll((column, value) -> names.getOrDefault(value, value));
            rows.add(table + " " + row);
        }
    }

    private List<Map<String, String>> read(String sql) throws SQLException {
        return TableRows.read(connection, sql, serverId);
    }
}
