package org.millrace.bulk.writer.copy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import org.millrace.server.Database;
import org.millrace.server.TableCatalog.Table;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyManager;

/** One table of Keycloak's, the columns that are written, and the rows that wait to be written. For one thread. */
public final class CopyTable {
    private final String name;
    private final String target;
    private final List<String> columns;
    private final String statement;
    private final CopyBuffer rows;

    /** Columns that this version of Keycloak lacks are left out. */
    public CopyTable(Database database, TableShape shape) {
        Table stored = database.catalog().table(shape.table());
        List<String> written = new ArrayList<>();
        BitSet leftOut = new BitSet();
        for (String column : shape.columns()) {
            if (shape.fills(column, stored)) {
                written.add(column);
            } else {
                leftOut.set(shape.columns().indexOf(column));
            }
        }
        this.name = shape.table();
        this.target = database.table(shape.table());
        this.columns = List.copyOf(written);
        this.statement = "COPY " + target + " (" + String.join(", ", columns) + ") FROM STDIN";
        this.rows = new CopyBuffer(leftOut);
    }

    public CopyBuffer rows() {
        return rows;
    }

    /** Whether no row waits to be written. */
    public boolean isEmpty() {
        return rows.length() == 0;
    }

    /** The table as SQL names it. */
    public String target() {
        return target;
    }

    /** Whether a column is written. */
    public boolean writes(String column) {
        return columns.contains(column);
    }

    /** The different values of a column that is written, in all rows; NULL is left out. */
    public Set<String> values(String column) {
        return rows.values(columns.indexOf(column));
    }

    /**
     * Sends the rows of several tables, inside a session's transaction.
     *
     * @throws IllegalStateException if the database rejects a row
     */
    public static void write(Database database, List<CopyTable> inOrder) {
        try (Connection connection = database.connection()) {
            CopyManager copy = connection.unwrap(PGConnection.class).getCopyAPI();
            for (CopyTable table : inOrder) {
                table.write(copy);
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the database refused rows", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Sends the rows in one statement, if there are any.
     *
     * @throws CopyException if the database rejects the statement
     */
    public void write(CopyManager copy) throws IOException {
        if (isEmpty()) {
            return;
        }
        try {
            send(copy.copyIn(statement));
        } catch (SQLException e) {
            throw new CopyException(name, e);
        }
    }

    private void send(CopyIn in) throws SQLException {
        try {
            in.writeToCopy(rows.bytes(), 0, rows.length());
            in.endCopy();
        } finally {
            if (in.isActive()) {
                in.cancelCopy();
            }
        }
    }
}
