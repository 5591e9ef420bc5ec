package org.millrace.bulk.writer.copy;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGStatement;

/**
 * A statement that works on many rows at once: each of its parameters is an array, one element a row. For one thread.
 *
 * @see <a href="https://www.postgresql.org/docs/current/functions-array.html">unnest</a>
 */
public final class RowArrays {
    private final String sql;
    private final List<String> types;
    private final List<List<@Nullable Object>> columns = new ArrayList<>();

    /**
     * A statement without rows.
     *
     * @param types the element type of each parameter, in order
     */
    public RowArrays(String sql, String... types) {
        this.sql = sql;
        this.types = List.of(types);
        for (int i = 0; i < types.length; i++) {
            columns.add(new ArrayList<>());
        }
    }

    /**
     * Adds a row.
     *
     * @throws IllegalArgumentException if it has not one value a parameter
     */
    public void add(@Nullable Object... values) {
        if (values.length != columns.size()) {
            throw new IllegalArgumentException(values.length + " values for " + columns.size() + " parameters");
        }
        for (int i = 0; i < values.length; i++) {
            columns.get(i).add(values[i]);
        }
    }

    public boolean isEmpty() {
        return columns.get(0).isEmpty();
    }

    /** Runs the statement, if there are rows. */
    public void execute(Connection connection) throws SQLException {
        if (isEmpty()) {
            return;
        }
        List<Array> arrays = new ArrayList<>(columns.size());
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            // Planned each time: how many rows there are decides over the plan.
            statement.unwrap(PGStatement.class).setPrepareThreshold(0);
            for (int i = 0; i < columns.size(); i++) {
                Array array =
                        connection.createArrayOf(types.get(i), columns.get(i).toArray());
                arrays.add(array);
                statement.setArray(i + 1, array);
            }
            statement.executeUpdate();
        } finally {
            for (Array array : arrays) {
                array.free();
            }
        }
    }
}
