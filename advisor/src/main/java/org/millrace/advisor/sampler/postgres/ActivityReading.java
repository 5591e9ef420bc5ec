package org.millrace.advisor.sampler.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.sampler.Readings;
import org.millrace.advisor.sampler.postgres.connection.Statements;

/** Sessions, their waits, and the counters of the database. */
final class ActivityReading implements Reading {

    /**
     * In one round trip. The advisor's connections are recognised by their application name: each node has one, with a query each
     * second. The connection of a failed machine remains, idle, until the database detects the failure, possibly for hours.
     * Processors and latches are shared by all databases of the server; locks of rows and commits are counted in Keycloak's
     * alone, as the commits are that they are compared with. For a session that the role may not see, the type is hidden like the
     * state; a session with a user and a database is a client. The names of waits changed their case in PostgreSQL 17, and from
     * 18 on a read may be done by another process or by the kernel meanwhile.
     */
    private static final String ACTIVITY = """
            SELECT *
              FROM (SELECT count(*) AS sessions,
                           count(*) FILTER (WHERE backend_type IS NULL) AS hidden,
                           count(*) FILTER (WHERE state = 'active') AS active,
                           count(*) FILTER (WHERE state = 'active' AND wait_event IS NULL) AS running,
                           count(*) FILTER (WHERE state LIKE 'idle in transaction%') AS idle_in_transaction,
                           count(*) FILTER (WHERE state LIKE 'idle in transaction%' AND own) AS own_idle_in_transaction,
                           count(*) FILTER (WHERE wait_event_type = 'Lock' AND here) AS waiting_for_lock,
                           count(*) FILTER (WHERE wait_event_type = 'LWLock') AS waiting_for_lwlock,
                           count(*) FILTER (WHERE wait_event_type = 'IO') AS waiting_for_io,
                           count(*) FILTER (WHERE wait_event_type = 'LWLock' AND wait = 'buffercontent')
                             AS waiting_for_page,
                           count(*) FILTER (WHERE wait IN ('walsync', 'walwrite') AND here) AS waiting_for_wal,
                           count(*) FILTER (WHERE wait = 'syncrep' AND here) AS waiting_for_standby,
                           1000 * avg(extract(epoch FROM clock_timestamp() - state_change))
                             FILTER (WHERE wait IN ('walsync', 'walwrite', 'syncrep') AND here
                                       AND query ILIKE 'commit%')
                             AS commit_wait,
                           count(*) FILTER (WHERE wait IN ('datafileread', 'aioiocompletion', 'aioiouringexecution'))
                             AS waiting_for_data_file,
                           coalesce(max(extract(epoch FROM clock_timestamp() - xact_start)), 0) AS longest_transaction,
                           coalesce(max(extract(epoch FROM clock_timestamp() - xact_start)) FILTER (WHERE own), 0)
                             AS own_longest_transaction
                      FROM (SELECT *, lower(wait_event) AS wait, datname = current_database() AS here,
                                   datname = current_database()
                                     AND client_addr IS NOT DISTINCT FROM inet_client_addr() AS own
                              FROM pg_stat_activity) AS activity
                     WHERE (backend_type = 'client backend'
                            OR backend_type IS NULL AND usesysid IS NOT NULL AND datid IS NOT NULL)
                       AND application_name <> current_setting('application_name')) AS session,
                   (SELECT xact_commit, xact_rollback, deadlocks, blks_hit, blks_read, temp_bytes, temp_files
                      FROM pg_stat_database
                     WHERE datname = current_database()) AS database,
                   (SELECT nullif(count(*), 0) AS advisors
                      FROM pg_stat_activity
                     WHERE application_name = current_setting('application_name')
                       AND datname = current_database()
                       AND usename = current_user
                       AND state_change > clock_timestamp() - interval '10 seconds') AS advisor
            """;

    private static final Map<Signal, String> COLUMNS = Map.ofEntries(
            Map.entry(PostgresSignals.SESSIONS, "sessions"),
            Map.entry(PostgresSignals.HIDDEN, "hidden"),
            Map.entry(PostgresSignals.ACTIVE, "active"),
            Map.entry(PostgresSignals.RUNNING, "running"),
            Map.entry(PostgresSignals.IDLE_IN_TRANSACTION, "idle_in_transaction"),
            Map.entry(PostgresSignals.OWN_IDLE_IN_TRANSACTION, "own_idle_in_transaction"),
            Map.entry(PostgresSignals.WAITING_FOR_LOCK, "waiting_for_lock"),
            Map.entry(PostgresSignals.WAITING_FOR_LATCH, "waiting_for_lwlock"),
            Map.entry(PostgresSignals.WAITING_FOR_IO, "waiting_for_io"),
            Map.entry(PostgresSignals.WAITING_FOR_PAGE, "waiting_for_page"),
            Map.entry(PostgresSignals.WAITING_FOR_WAL, "waiting_for_wal"),
            Map.entry(PostgresSignals.WAITING_FOR_STANDBY, "waiting_for_standby"),
            Map.entry(PostgresSignals.COMMIT_WAIT, "commit_wait"),
            Map.entry(PostgresSignals.WAITING_FOR_DATA_FILE, "waiting_for_data_file"),
            Map.entry(PostgresSignals.LONGEST_TRANSACTION, "longest_transaction"),
            Map.entry(PostgresSignals.OWN_LONGEST_TRANSACTION, "own_longest_transaction"),
            Map.entry(ClusterSignals.ADVISORS, "advisors"),
            Map.entry(PostgresSignals.COMMITS, "xact_commit"),
            Map.entry(PostgresSignals.ROLLBACKS, "xact_rollback"),
            Map.entry(PostgresSignals.DEADLOCKS, "deadlocks"),
            Map.entry(PostgresSignals.BLOCKS_HIT, "blks_hit"),
            Map.entry(PostgresSignals.BLOCKS_READ, "blks_read"),
            Map.entry(PostgresSignals.TEMPORARY_BYTES, "temp_bytes"),
            Map.entry(PostgresSignals.TEMPORARY_FILES, "temp_files"));

    @Override
    public int period() {
        return 1;
    }

    @Override
    public void read(Connection open, Readings readings) throws SQLException {
        Statements.query(open, ACTIVITY, row -> {
            for (Map.Entry<Signal, String> column : COLUMNS.entrySet()) {
                Reading.put(readings, column.getKey(), row, column.getValue());
            }
        });
    }
}
