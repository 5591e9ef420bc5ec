package org.millrace.advisor.sampler.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** What is asked of PostgreSQL, 14 and newer. No statement reads a row of anybody's data, or the text of a query. */
final class Statements {

    static final String NOTHING = "SELECT 1";

    /**
     * What is read each second, in one round trip. Own connections are recognised by their application name:
     * there is one for each node. Of a session that the role may not see, the kind is hidden like the state; that it is a
     * client's is told by its having a user and a database.
     */
    static final String ACTIVITY = """
            SELECT *
              FROM (SELECT count(*) AS sessions,
                           count(*) FILTER (WHERE backend_type IS NULL) AS hidden,
                           count(*) FILTER (WHERE state = 'active') AS active,
                           count(*) FILTER (WHERE state = 'active' AND wait_event IS NULL) AS running,
                           count(*) FILTER (WHERE state LIKE 'idle in transaction%') AS idle_in_transaction,
                           count(*) FILTER (WHERE state LIKE 'idle in transaction%'
                                              AND datname = current_database()
                                              AND client_addr IS NOT DISTINCT FROM inet_client_addr())
                             AS own_idle_in_transaction,
                           count(*) FILTER (WHERE wait_event_type = 'Lock') AS waiting_for_lock,
                           count(*) FILTER (WHERE wait_event_type = 'LWLock') AS waiting_for_lwlock,
                           count(*) FILTER (WHERE wait_event_type = 'IO') AS waiting_for_io,
                           coalesce(max(extract(epoch FROM clock_timestamp() - xact_start)), 0) AS longest_transaction
                      FROM pg_stat_activity
                     WHERE (backend_type = 'client backend'
                            OR backend_type IS NULL AND usesysid IS NOT NULL AND datid IS NOT NULL)
                       AND application_name <> current_setting('application_name')) AS session,
                   (SELECT xact_commit, xact_rollback, deadlocks, blks_hit, blks_read, temp_bytes
                      FROM pg_stat_database
                     WHERE datname = current_database()) AS database
            """;

    /** In this database alone. */
    static final String LOCK_WAIT = """
            SELECT coalesce(max(extract(epoch FROM clock_timestamp() - waitstart)), 0) AS longest_lock_wait
              FROM pg_locks
              JOIN pg_stat_activity USING (pid)
             WHERE NOT granted AND datname = current_database()
            """;

    /**
     * Of this database alone. At most 32 of those who wait are asked about: with hundreds, the first name the same
     * culprit. A prepared transaction has process 0 and no session.
     */
    static final String BLOCKER = """
            WITH waiting AS MATERIALIZED (
                   SELECT DISTINCT pid
                     FROM pg_locks
                     JOIN pg_stat_activity USING (pid)
                    WHERE NOT granted AND datname = current_database()
                    LIMIT 32),
                 blocking AS (
                   SELECT unnest(pg_blocking_pids(pid)) AS pid FROM waiting)
            SELECT blocking.pid,
                   coalesce(extract(epoch FROM clock_timestamp() - min(activity.xact_start)), 0) AS transaction,
                   CASE WHEN min(activity.state) LIKE 'idle%' THEN 1 ELSE 0 END AS idle
              FROM blocking
              LEFT JOIN pg_stat_activity AS activity ON activity.pid = blocking.pid
             WHERE blocking.pid NOT IN (SELECT pid FROM waiting)
               AND (blocking.pid = 0 OR activity.datname = current_database())
             GROUP BY blocking.pid
             ORDER BY count(*) DESC
             LIMIT 1
            """;

    static final String TABLES = """
            SELECT coalesce(sum(n_live_tup), 0) AS live, coalesce(sum(n_dead_tup), 0) AS dead
              FROM pg_stat_user_tables
            """;

    static final String LIMITS = """
            SELECT current_setting('max_connections')::int AS connections,
                   current_setting('superuser_reserved_connections')::int
                     + coalesce(current_setting('reserved_connections', true)::int, 0) AS reserved,
                   host(inet_server_addr()) AS server_address
            """;

    static final String PARAMETERS = """
            SELECT name, setting || coalesce(nullif(' ' || unit, ' '), '') AS value, source
              FROM pg_settings
             WHERE name IN ('autovacuum', 'checkpoint_timeout', 'data_checksums', 'effective_cache_size', 'fsync',
                            'full_page_writes', 'idle_in_transaction_session_timeout',
                            'maintenance_work_mem', 'max_connections', 'max_wal_size', 'server_version',
                            'shared_buffers', 'synchronous_commit', 'synchronous_standby_names', 'wal_level',
                            'work_mem')
            """;

    private Statements() {}

    interface Row {
        void read(ResultSet row) throws SQLException;
    }

    static void query(Connection connection, String sql, Row each) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                each.read(rows);
            }
        }
    }
}
