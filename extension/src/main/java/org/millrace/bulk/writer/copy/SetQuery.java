package org.millrace.bulk.writer.copy;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.millrace.server.Database;
import org.postgresql.PGStatement;

/** Batch lookups in PostgreSQL: one query for many keys, inside a session's transaction. */
public final class SetQuery {
    private SetQuery() {}

    /** Processes one row. */
    @FunctionalInterface
    public interface RowReader {
        void read(ResultSet row) throws SQLException;
    }

    /**
     * Runs the query, and reads all rows.
     *
     * @param parameters strings, and collections of strings
     * @throws IllegalStateException if the query fails
     */
    public static void read(Database database, String sql, List<?> parameters, RowReader reader) {
        try (Connection connection = database.connection()) {
            read(connection, sql, parameters, reader);
        } catch (SQLException e) {
            throw new IllegalStateException("batch lookup failed", e);
        }
    }

    /**
     * Runs the query on a connection of the transaction, and reads all rows.
     *
     * @param parameters strings, and collections of strings
     * @throws SQLException if the query fails
     */
    public static void read(Connection connection, String sql, List<?> parameters, RowReader reader)
            throws SQLException {
        List<Array> arrays = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            // Planned for these keys: a plan for any number of them may read the whole table.
            query.unwrap(PGStatement.class).setPrepareThreshold(0);
            for (int i = 0; i < parameters.size(); i++) {
                if (parameters.get(i) instanceof Collection<?> texts) {
                    Array array = connection.createArrayOf("varchar", texts.toArray());
                    arrays.add(array);
                    query.setArray(i + 1, array);
                } else {
                    query.setString(i + 1, (String) parameters.get(i));
                }
            }
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    reader.read(rows);
                }
            }
        } finally {
            for (Array array : arrays) {
                array.free();
            }
        }
    }

    /**
     * SQL that looks up keys in a column that is unique in a realm, by one index scan for each key.
     *
     * @param columns of the table, which is {@code t}
     * @param unique has a unique index with the realm
     * @return with two parameters: keys, and the realm
     */
    public static String inRealm(String table, String columns, String unique) {
        // OFFSET 0 is a barrier for the realm: the statistics of a new realm claim that it is empty, which would select
        // a scan for each key.
        return "SELECT f.* FROM unnest(?) AS k(key) CROSS JOIN (SELECT CAST(? AS varchar) AS id OFFSET 0) AS r"
                + lookUpUnique(table, columns, "t.realm_id = r.id", "t." + unique, "k.key", "f");
    }

    /**
     * SQL that looks up keys by one index scan for each key.
     *
     * @param columns of the table, which is {@code t}
     * @param column is the first of an index
     * @return with one parameter, the keys; a condition of {@code f}, which has the columns, may follow
     */
    public static String byKey(String table, String columns, String column) {
        return "SELECT f.* FROM unnest(?) AS k(key)" + lookUp(table, columns, "t." + column + " = k.key", "f");
    }

    /**
     * SQL that joins a table by one index look-up for each row before it, independent of the planner's statistics: a plain join lets the
     * planner read the joined table, or a part of it, once for each row.
     *
     * @param columns of the table, which is {@code t}
     * @param condition of {@code t} and of what stands before it
     * @param alias of the result
     */
    public static String lookUp(String table, String columns, String condition, String alias) {
        return " CROSS JOIN LATERAL (SELECT " + columns + " FROM " + table + " t WHERE " + condition + " OFFSET 0) "
                + alias;
    }

    /**
     * SQL that joins at most one row by a unique index of several columns, with one index scan for each row before it. The statistics of an
     * almost empty table make all indexes equally cheap, and a realm's users have an index on the realm alone. A range with {@code ORDER
     * BY} makes the planner prefer the unique index (with {@link Database#lookUpByIndex}).
     *
     * @param table is {@code t}
     * @param columns of {@code t}
     * @param condition equalities of all columns of the index but one, among them those before it
     * @param column the other one; all columns together must be unique, because duplicates are not found
     * @param value of {@code column}
     * @param alias of the result
     */
    public static String lookUpUnique(
            String table, String columns, String condition, String column, String value, String alias) {
        return " CROSS JOIN LATERAL (SELECT " + columns + " FROM " + table + " t WHERE " + condition + " AND " + column
                + " >= " + value + " AND " + column + " <= " + value + " ORDER BY " + column + " LIMIT 1) " + alias;
    }

    /** Reads a value from a row. */
    @FunctionalInterface
    public interface Column<T> {
        T of(ResultSet row) throws SQLException;
    }

    /** As above, a row an entry. */
    public static <K, V> Map<K, V> map(
            Database database, String sql, List<?> parameters, Column<K> key, Column<V> value) {
        Map<K, V> found = new HashMap<>();
        read(database, sql, parameters, row -> found.put(key.of(row), value.of(row)));
        return found;
    }

    /** One part of each key, in their order. */
    public static <K> List<String> each(Collection<K> keys, Function<K, String> part) {
        return keys.stream().map(part).toList();
    }
}
