package org.millrace.server;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The foreign keys of tables and what forbids a transaction to insert rows without the triggers that check them, as the system catalogue of
 * PostgreSQL has it. Immutable.
 *
 * @param obstacle why the triggers have to run, such as {@code table "credential" has the trigger "audit"}; empty if they may be left out
 * @param keys the foreign keys of the tables
 */
public record ForeignKeyCatalog(Optional<String> obstacle, List<ForeignKey> keys) {
    /** {@code has_parameter_privilege} exists since PostgreSQL 15; before, only a superuser can set the parameter. */
    private static final int PARAMETER_PRIVILEGES_SINCE = 15;

    private static final String SUPERUSER = "(SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user)";

    private static final String GRANTED = "has_parameter_privilege('session_replication_role', 'SET')";

    /**
     * Each row is an obstacle or a foreign key. The parameter also switches off rules and the internal triggers of deferrable constraints,
     * and switches on triggers that are enabled for REPLICA.
     */
    private static final String QUERY = "WITH written AS (SELECT name, to_regclass(name) AS id FROM unnest(?) AS name)"
            + " SELECT 'role \"' || current_user || '\" may not set session_replication_role', NULL, NULL, NULL, NULL"
            + " WHERE NOT %s"
            + " UNION ALL SELECT 'table \"' || w.name || '\" is partitioned or missing', NULL, NULL, NULL, NULL"
            + " FROM written w LEFT JOIN pg_catalog.pg_class c ON c.oid = w.id"
            + " WHERE c.oid IS NULL OR c.relkind <> 'r' OR c.relispartition"
            + " UNION ALL SELECT 'table \"' || w.name || '\" has the trigger \"' || t.tgname || '\"', NULL, NULL, NULL, NULL"
            + " FROM written w JOIN pg_catalog.pg_trigger t ON t.tgrelid = w.id WHERE NOT t.tgisinternal"
            + " OR t.tgenabled <> 'O' OR NOT EXISTS"
            + " (SELECT FROM pg_catalog.pg_constraint c WHERE c.oid = t.tgconstraint AND c.contype = 'f')"
            + " UNION ALL SELECT 'table \"' || w.name || '\" has the rule \"' || r.rulename || '\"', NULL, NULL, NULL, NULL"
            + " FROM written w JOIN pg_catalog.pg_rewrite r ON r.ev_class = w.id"
            + " UNION ALL SELECT 'table \"' || w.name || '\" is replicated by a subscription', NULL, NULL, NULL, NULL"
            + " FROM written w JOIN pg_catalog.pg_subscription_rel s ON s.srrelid = w.id"
            + " UNION ALL SELECT 'table \"' || w.name || '\" has the foreign key \"' || k.conname || '\" of several columns',"
            + " NULL, NULL, NULL, NULL FROM written w JOIN pg_catalog.pg_constraint k ON k.conrelid = w.id"
            + " WHERE k.contype = 'f' AND cardinality(k.conkey) <> 1"
            + " UNION ALL SELECT NULL, w.name, a.attname,"
            + " COALESCE((SELECT p.name FROM written p WHERE p.id = k.confrelid), k.confrelid::regclass::text),"
            + " p.attname FROM written w JOIN pg_catalog.pg_constraint k ON k.conrelid = w.id"
            + " JOIN pg_catalog.pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]"
            + " JOIN pg_catalog.pg_attribute p ON p.attrelid = k.confrelid AND p.attnum = k.confkey[1]"
            + " WHERE k.contype = 'f' AND cardinality(k.conkey) = 1";

    public ForeignKeyCatalog {
        keys = List.copyOf(keys);
    }

    /**
     * A foreign key of one column.
     *
     * @param table the name in the query of the catalogue
     * @param parent the referenced table, as SQL names it
     */
    public record ForeignKey(String table, String column, String parent, String parentColumn) {}

    /**
     * Reads the catalogue for tables that the transaction is about to insert into, and locks them as these inserts will: until the
     * transaction ends, none of it changes.
     *
     * @param tables as SQL names them, in the order of the inserts
     */
    public static ForeignKeyCatalog locked(Connection connection, List<String> tables) throws SQLException {
        try (Statement lock = connection.createStatement()) {
            lock.execute("LOCK TABLE ONLY " + String.join(", ONLY ", tables) + " IN ROW EXCLUSIVE MODE");
        }
        boolean hasPrivileges = connection.getMetaData().getDatabaseMajorVersion() >= PARAMETER_PRIVILEGES_SINCE;
        String sql = QUERY.formatted(hasPrivileges ? GRANTED : SUPERUSER);
        List<String> obstacles = new ArrayList<>();
        List<ForeignKey> keys = new ArrayList<>();
        new Sql(connection, sql, (Object) tables.toArray(new String[0])).all(row -> {
            String obstacle = row.getString(1);
            return obstacle == null
                    ? keys.add(new ForeignKey(row.getString(2), row.getString(3), row.getString(4), row.getString(5)))
                    : obstacles.add(obstacle);
        });
        return new ForeignKeyCatalog(obstacles.stream().findFirst(), keys);
    }
}
