package org.millrace.server;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Keycloak's tables as the system catalogue of PostgreSQL describes them. Each table is read once. Safe for any thread. */
public final class TableCatalog {
    private static final String COLUMNS =
            "SELECT attname, attnotnull AND NOT atthasdef AND attidentity = '' AND attgenerated = '' FROM pg_attribute"
                    + " WHERE attrelid = to_regclass(?) AND attnum > 0 AND NOT attisdropped";

    /** The bits of {@code tgtype} are those of INSERT, DELETE and UPDATE; rules of type 1 are those of SELECT. */
    private static final String OBSTACLES =
            "SELECT 'has the trigger ' || tgname FROM pg_trigger WHERE tgrelid = to_regclass(?) AND NOT tgisinternal"
                    + " AND tgenabled IN ('O', 'A') AND (tgtype & 28) <> 0"
                    + " UNION ALL SELECT 'has the rule ' || rulename FROM pg_rewrite WHERE ev_class = to_regclass(?)"
                    + " AND ev_enabled IN ('O', 'A') AND ev_type <> '1'"
                    + " UNION ALL SELECT 'has row-level security' FROM pg_class WHERE oid = to_regclass(?)"
                    + " AND row_security_active(oid)"
                    + " UNION ALL SELECT 'is not a table' FROM pg_class WHERE oid = to_regclass(?)"
                    + " AND relkind NOT IN ('r', 'p') ORDER BY 1";

    private final Database database;
    private final Map<String, Table> tables = new ConcurrentHashMap<>();

    TableCatalog(Database database) {
        this.database = database;
    }

    /**
     * One table.
     *
     * @param columns names, and whether a row needs a value: NOT NULL without a default; empty if the table does not exist
     * @param obstacles features that may change or reject written rows, such as "has the trigger audit"
     */
    public record Table(Map<String, Boolean> columns, List<String> obstacles) {
        /** Whether the table exists. */
        public boolean exists() {
            return !columns.isEmpty();
        }
    }

    /**
     * Describes a table; to be called on PostgreSQL only.
     *
     * @param name in lower case
     * @throws IllegalStateException if the database does not answer
     */
    public Table table(String name) {
        Table known = tables.get(name);
        if (known != null) {
            return known;
        }
        Table read = read(database.table(name));
        tables.put(name, read);
        return read;
    }

    private Table read(String name) {
        try (Connection connection = database.connection()) {
            Map<String, Boolean> columns = new Sql(connection, COLUMNS, name)
                    .all(row -> Map.entry(row.getString(1), row.getBoolean(2))).stream()
                            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
            List<String> obstacles =
                    new Sql(connection, OBSTACLES, name, name, name, name).all(row -> row.getString(1));
            return new Table(columns, List.copyOf(obstacles));
        } catch (SQLException e) {
            throw new IllegalStateException("the catalogue of the database cannot be read", e);
        }
    }
}
