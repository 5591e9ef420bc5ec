package org.millrace.bulk.throttle;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;
import org.millrace.bulk.chunk.RedactedException;

/**
 * Waits of this server's own sessions in PostgreSQL: for locks, or for their commits. The query needs a connection, so an
 * exhausted pool is detected too. On other databases only the connection is checked.
 */
final class DatabaseWaits implements PressureSignal {
    static final String LOCKS = "lock waits";
    static final String COMMITS = "commit waits";

    private static final Logger LOG = Logger.getLogger(DatabaseWaits.class);

    /** Locks are waited for now and then; what lasts for seconds are writers in each other's way. */
    private static final int LOOKS = 3;

    /** A pool that has connections hands one out in microseconds. */
    private static final Duration SLOW = Duration.ofMillis(100);

    /** Commits of a few sessions are written to the disk together: they wait, and all gain from it. */
    private static final int MANY = 4;

    private static final double MOST = 0.75;

    /**
     * Two kinds of lock waits are ignored: short ones for the claim of a job's chunk, and relation extension by sessions that
     * fill one table. Of twenty writers, one is usually extending the table, and they write more than ten do.
     */
    private static final String QUERY =
            "SELECT COUNT(*) FILTER (WHERE wait_event_type = 'Lock' AND wait_event <> 'extend'"
                    + " AND query NOT ILIKE '%millrace_job%'),"
                    + " COUNT(*) FILTER (WHERE LOWER(wait_event) IN ('walsync', 'walwrite', 'syncrep')), COUNT(*)"
                    + " FROM pg_stat_activity WHERE datname = CURRENT_DATABASE() AND usename = CURRENT_USER"
                    + " AND state = 'active' AND pid <> PG_BACKEND_PID()";

    private final Source source;
    private final LongSupplier nanoTime;
    private final SustainedCondition connections = new SustainedCondition(2);
    private final SustainedCondition locks = new SustainedCondition(LOOKS);
    private final SustainedCondition commits = new SustainedCondition(LOOKS);

    /** Where connections come from. */
    @FunctionalInterface
    interface Source {
        Connection connection() throws SQLException;
    }

    DatabaseWaits(Source source, LongSupplier nanoTime) {
        this.source = source;
        this.nanoTime = nanoTime;
    }

    @Override
    public Optional<String> look() {
        long asked = nanoTime.getAsLong();
        try (Connection connection = source.connection()) {
            if (connections.is(nanoTime.getAsLong() - asked > SLOW.toNanos())) {
                return Optional.of(PoolPressure.NAME);
            }
            return isPostgres(connection) ? waits(connection) : Optional.empty();
        } catch (SQLException e) {
            // While the database is unreachable there are no logins to protect; the next sample shows whether
            // connections are
            // available.
            LOG.debug("Wait events of the database could not be read", RedactedException.of(e));
            return connections.is(nanoTime.getAsLong() - asked > SLOW.toNanos())
                    ? Optional.of(PoolPressure.NAME)
                    : Optional.empty();
        }
    }

    private static boolean isPostgres(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        return product.toLowerCase(Locale.ROOT).contains("postgresql");
    }

    private Optional<String> waits(Connection connection) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(QUERY);
                ResultSet found = query.executeQuery()) {
            found.next();
            return judged(found.getInt(1), found.getInt(2), found.getInt(3));
        }
    }

    /** Classifies the number of sessions that wait for a lock, or for their commit, relative to the busy sessions. */
    Optional<String> judged(int locked, int committing, int busy) {
        boolean lasting = locks.is(locked > 0);
        boolean stuck = commits.is(committing >= MANY && committing >= MOST * busy);
        if (lasting) {
            return Optional.of(LOCKS);
        }
        return stuck ? Optional.of(COMMITS) : Optional.empty();
    }
}
