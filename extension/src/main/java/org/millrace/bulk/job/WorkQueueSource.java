package org.millrace.bulk.job;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/**
 * A database that an operator has named, from whose queue jobs may take their records.
 *
 * @param url of PostgreSQL; it may hold a password, so it is shown to nobody
 */
public record WorkQueueSource(String name, String url, String username, String password) {
    /** A server that does not answer is one that is away. */
    private static final Duration CONNECT = Duration.ofSeconds(10);

    private static final Duration ANSWER = Duration.ofSeconds(60);

    /** A connection in a transaction, to be committed and closed by the caller. */
    Connection connect() throws SQLException {
        Properties properties = new Properties();
        PGProperty.USER.set(properties, username);
        PGProperty.PASSWORD.set(properties, password);
        PGProperty.APPLICATION_NAME.set(properties, "millrace");
        PGProperty.CONNECT_TIMEOUT.set(properties, (int) CONNECT.toSeconds());
        PGProperty.SOCKET_TIMEOUT.set(properties, (int) ANSWER.toSeconds());
        Connection connection = new Driver().connect(url, properties);
        if (connection == null) {
            throw new SQLException("the address of work queue " + name + " is none of PostgreSQL", "08001");
        }
        connection.setAutoCommit(false);
        return connection;
    }

    @Override
    public String toString() {
        return "WorkQueueSource[" + name + "]";
    }
}
