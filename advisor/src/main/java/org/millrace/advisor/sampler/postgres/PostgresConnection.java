package org.millrace.advisor.sampler.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** One connection, kept open and opened anew after a failure. One thread at a time. */
final class PostgresConnection implements AutoCloseable {

    private final ConnectionSource source;
    private @Nullable Connection open;

    PostgresConnection(ConnectionSource source) {
        this.source = source;
    }

    interface Work<T> {
        T with(Connection connection) throws SQLException;
    }

    <T> T run(Work<T> work) throws SQLException {
        Connection connection = open == null ? source.open() : open;
        open = connection;
        try {
            return work.with(connection);
        } catch (SQLException failure) {
            discard(connection, failure);
            throw failure;
        }
    }

    private void discard(Connection connection, SQLException failure) {
        open = null;
        try {
            connection.close();
        } catch (SQLException onClose) {
            failure.addSuppressed(onClose);
        }
    }

    @Override
    public void close() throws SQLException {
        if (open != null) {
            open.close();
            open = null;
        }
    }
}
