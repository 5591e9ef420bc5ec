package org.millrace.advisor.sampler.postgres.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** One connection, kept open, and reopened after a failure with exponential back-off. For one thread. */
public final class PostgresConnection implements AutoCloseable {

    private static final Duration FIRST_DELAY = Duration.ofSeconds(1);

    /** Maximum interval between attempts: no load for a recovering database, and a short delay after its return. */
    private static final Duration LONGEST_DELAY = Duration.ofSeconds(5);

    private final ConnectionSource source;
    private final InstantSource clock;
    private Duration delay = FIRST_DELAY;
    private Instant notBefore = Instant.MIN;
    private @Nullable Connection open;

    /** @param clock that never goes back, for nothing would be tried until it is where it was */
    public PostgresConnection(ConnectionSource source, InstantSource clock) {
        this.source = source;
        this.clock = clock;
    }

    /** Work on the connection. */
    public interface Work<T> {
        T with(Connection connection) throws SQLException;
    }

    /**
     * Runs work on the open connection, after opening it if it is time for an attempt.
     *
     * @throws SQLException if it is not time yet, the connection cannot be opened, or the work fails, which closes the connection
     */
    public <T> T run(Work<T> work) throws SQLException {
        Connection connection = open == null ? connect() : open;
        open = connection;
        try {
            return work.with(connection);
        } catch (SQLException failure) {
            discard(connection, failure);
            throw failure;
        }
    }

    private Connection connect() throws SQLException {
        Instant now = clock.instant();
        if (now.isBefore(notBefore)) {
            throw new SQLException("no connection, and none is tried for "
                    + Duration.between(now, notBefore).toMillis() + " milliseconds");
        }
        try {
            Connection connection = source.open();
            delay = FIRST_DELAY;
            return connection;
        } catch (SQLException failure) {
            notBefore = now.plus(delay);
            Duration doubled = delay.multipliedBy(2);
            delay = doubled.compareTo(LONGEST_DELAY) > 0 ? LONGEST_DELAY : doubled;
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
