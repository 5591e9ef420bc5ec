package org.millrace.bulk.job;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/**
 * A database that an operator has named, from whose queue jobs may take their records.
 *
 * @param url of PostgreSQL; shown to nobody
 * @param realm whose jobs may take from it; empty for those of all realms
 */
public record WorkQueueSource(String name, String url, String username, String password, Optional<String> realm) {
    /** A server that does not answer is one that is away. */
    private static final Duration CONNECT = Duration.ofSeconds(10);

    private static final Duration ANSWER = Duration.ofSeconds(60);

    /** A node that stands still in the middle of a transaction keeps nobody from the rows for longer. */
    private static final String GUARD = "-c idle_in_transaction_session_timeout=15s -c lock_timeout=2s";

    private static final Pattern ADDRESS = Pattern.compile("jdbc:postgresql://[^/?@\\s]+/[^/?@\\s]+(\\?[^\\s]*)?");
    private static final Pattern SECRET = Pattern.compile("(?i)[?&](ssl)?password=");

    /**
     * Whether an address can be used: the driver writes one that it does not understand into the log, and whoever sees a log is not
     * to see a password.
     */
    public static boolean isAddress(String url) {
        return ADDRESS.matcher(url).matches() && !SECRET.matcher(url).find();
    }

    /** A connection in a transaction, to be committed and closed by the caller. */
    Connection connect() throws SQLException {
        Properties properties = new Properties();
        PGProperty.USER.set(properties, username);
        PGProperty.PASSWORD.set(properties, password);
        PGProperty.OPTIONS.set(properties, GUARD);
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
