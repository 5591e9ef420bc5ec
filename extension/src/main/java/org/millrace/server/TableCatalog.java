package org.millrace.server;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Keycloak's tables as the system catalogue of PostgreSQL describes them. Each table is read once. Safe for any thread. */
public final class TableCatalog {
    private static final String COLUMNS =
            "SELECT attname, attnotnull AND NOT atthasdef AND attidentity = '' AND attgenerated = '',"
                    + " CASE typtype WHEN 'b' THEN typcategory ELSE typtype END, format_type(atttypid, atttypmod)"
                    + " FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid"
                    + " WHERE attrelid = to_regclass(?) AND attnum > 0 AND NOT attisdropped";

    /** CHECK and EXCLUDE, foreign keys, and unique indexes, which UNIQUE makes too; the primary key is left out. */
    private static final String CONSTRAINTS =
            "SELECT conname, CASE contype WHEN 'f' THEN 'REFERENCES ' || (SELECT relname FROM pg_class WHERE oid = confrelid)"
                    + " ELSE 'CHECK' END,"
                    + " ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = conrelid AND attnum = ANY (conkey))"
                    + " FROM pg_constraint WHERE conrelid = to_regclass(?) AND contype IN ('c', 'f', 'x')"
                    + " UNION ALL SELECT relname, CASE WHEN indexprs IS NULL THEN 'UNIQUE' ELSE 'UNIQUE EXPRESSION' END,"
                    + " ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = indrelid AND attnum = ANY (indkey))"
                    + " FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid"
                    + " WHERE indrelid = to_regclass(?) AND indisunique AND NOT indisprimary ORDER BY 1";

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
     * @param columns by name; empty if the table does not exist
     * @param constraints without NOT NULL and the primary key
     * @param obstacles features that may change or reject written rows, such as "has the trigger audit"
     */
    public record Table(Map<String, Column> columns, List<Constraint> constraints, List<String> obstacles) {
        /** Whether the table exists. */
        public boolean exists() {
            return !columns.isEmpty();
        }
    }

    /**
     * One column.
     *
     * @param isRequired whether a row needs a value: NOT NULL without a default
     * @param category PostgreSQL's category of a base type, such as S for text; for a domain or an enumeration, d or e
     * @param type as in SQL
     */
    public record Column(boolean isRequired, String category, String type) {}

    /**
     * One constraint.
     *
     * @param kind CHECK, UNIQUE, UNIQUE EXPRESSION, or REFERENCES with the name of the other table
     * @param columns of this table; empty if the constraint names none
     */
    public record Constraint(String name, String kind, Set<String> columns) {}

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
            Map<String, Column> columns = new Sql(connection, COLUMNS, name)
                            .all(row -> Map.entry(
                                    row.getString(1),
                                    new Column(row.getBoolean(2), row.getString(3), row.getString(4))))
                            .stream()
                            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
            List<Constraint> constraints = new Sql(connection, CONSTRAINTS, name, name)
                    .all(row -> new Constraint(row.getString(1), row.getString(2), Set.of((String[])
                            row.getArray(3).getArray())));
            List<String> obstacles =
                    new Sql(connection, OBSTACLES, name, name, name, name).all(row -> row.getString(1));
            return new Table(columns, List.copyOf(constraints), List.copyOf(obstacles));
        } catch (SQLException e) {
            throw new IllegalStateException("the catalogue of the database cannot be read", e);
        }
    }
}
