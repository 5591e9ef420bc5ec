package org.millrace.server;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One statement with its parameters. For one thread. */
public final class Sql {
    private final Connection connection;
    private final String text;
    private final @Nullable Object[] parameters;

    /** @param parameters in the order of the question marks; numbers, texts, byte arrays or null */
    public Sql(Connection connection, String text, @Nullable Object... parameters) {
        this.connection = connection;
        this.text = text;
        this.parameters = parameters;
    }

    /** Statements take at most this number of ids. */
    private static final int IDS_A_STATEMENT = 500;

    /** A statement that ends with a list of ids, which is added to the text. */
    public static Sql in(Connection connection, String text, List<String> ids) {
        return in(connection, text, ids, "");
    }

    /** @param end of the text, after the list of ids */
    public static Sql in(Connection connection, String text, List<String> ids, String end) {
        return new Sql(connection, text + marks(ids.size()) + end, ids.toArray());
    }

    /** A list of this number of question marks in parentheses. */
    public static String marks(int number) {
        return "(" + String.join(", ", Collections.nCopies(number, "?")) + ")";
    }

    /** Ids, or keys with two ids, in lists that one statement takes. */
    public static <T> List<List<T>> inParts(Collection<T> all) {
        List<T> list = List.copyOf(all);
        List<List<T>> parts = new ArrayList<>();
        for (int from = 0; from < list.size(); from += IDS_A_STATEMENT) {
            parts.add(list.subList(from, Math.min(from + IDS_A_STATEMENT, list.size())));
        }
        return parts;
    }

    /** Makes something of the row that a result stands at. */
    @FunctionalInterface
    public interface Row<T> {
        T of(ResultSet row) throws SQLException;
    }

    /** How many rows were changed. */
    public int update() throws SQLException {
        try (PreparedStatement statement = prepared()) {
            return statement.executeUpdate();
        }
    }

    /** The first row; empty if there is none. */
    public <T> Optional<T> first(Row<T> row) throws SQLException {
        try (PreparedStatement statement = prepared();
                ResultSet found = statement.executeQuery()) {
            return found.next() ? Optional.of(row.of(found)) : Optional.empty();
        }
    }

    /** All rows. */
    public <T> List<T> all(Row<T> row) throws SQLException {
        List<T> rows = new ArrayList<>();
        try (PreparedStatement statement = prepared();
                ResultSet found = statement.executeQuery()) {
            while (found.next()) {
                rows.add(row.of(found));
            }
        }
        return rows;
    }

    private PreparedStatement prepared() throws SQLException {
        PreparedStatement statement = connection.prepareStatement(text);
        try {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            return statement;
        } catch (SQLException e) {
            statement.close();
            throw e;
        }
    }

    /** A number of the row that may be missing. */
    public static @Nullable Long longOrNull(ResultSet row, String column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : value;
    }
}
