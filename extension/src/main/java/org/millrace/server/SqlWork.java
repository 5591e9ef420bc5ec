package org.millrace.server;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Something done with a connection.
 *
 * @param <T> what comes of it
 */
@FunctionalInterface
public interface SqlWork<T> {
    /** Does it; the connection is neither committed nor closed here. */
    T run(Connection connection) throws SQLException;
}
