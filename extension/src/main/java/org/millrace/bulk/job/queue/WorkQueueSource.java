package org.millrace.bulk.job.queue;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/**
 * A database that an operator has named, from whose queue jobs may take their records. Safe for any thread.
 *
 * @param name identifier that jobs refer to
 * @param url of PostgreSQL, as {@link #isAddress} has it; never displayed
 * @param username database user; empty to leave it to the driver
 * @param password never displayed; empty for none
 * @param realm realm whose jobs may claim from it, or {@link #ANY_REALM}
 * @param entity entity of the jobs that can be created for it; empty for any
 */
public record WorkQueueSource(
        String name, String url, String username, String password, String realm, Optional<String> entity) {
    /** Represents every realm. */
    public static final String ANY_REALM = "*";

    /** A server that does not answer is one that is away. */
    private static final Duration CONNECT = Duration.ofSeconds(10);

    private static final Duration ANSWER = Duration.ofSeconds(60);

    /** Timeouts after which a suspended node loses its transaction, and with it the locks on the rows. */
    private static final String GUARD = "-c idle_in_transaction_session_timeout=15s -c lock_timeout=2s";

    private static final Pattern ADDRESS = Pattern.compile("jdbc:postgresql://[^/?@\\s]+/[^/?@\\s]+(\\?[^\\s]*)?");
    private static final Pattern SECRET = Pattern.compile("(?i)[?&](ssl)?password=");

    /** Whether an address can be used: the driver logs an address that it cannot parse, with its password. */
    public static boolean isAddress(String url) {
        return ADDRESS.matcher(url).matches() && !SECRET.matcher(url).find();
    }

    /** Whether jobs of a realm and of an entity may claim from it. */
    boolean isFor(String realmName, String jobEntity) {
        return (realm.equals(ANY_REALM) || realm.equals(realmName))
                && entity.map(jobEntity::equals).orElse(true);
    }

    /**
     * A connection in a transaction, to be committed and closed by the caller.
     *
     * @throws SQLException if the server is unreachable or rejects the login
     */
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
            throw new SQLException("the URL of work queue " + name + " is not a PostgreSQL URL", "08001");
        }
        connection.setAutoCommit(false);
        return connection;
    }

    @Override
    public String toString() {
        return "WorkQueueSource[" + name + "]";
    }
}
