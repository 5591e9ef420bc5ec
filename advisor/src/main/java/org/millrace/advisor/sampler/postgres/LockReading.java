package org.millrace.advisor.sampler.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.sampler.Readings;
import org.millrace.advisor.sampler.postgres.connection.Statements;

/**
 * Sessions that wait for a lock, and the sessions that hold it. The lock manager is queried only while a session waits, or a
 * session with hidden state may wait: the query locks all of its partitions. Read after {@link ActivityReading}.
 */
final class LockReading implements Reading {

    /** In this database alone. */
    private static final String LOCK_WAIT = """
            SELECT coalesce(max(extract(epoch FROM clock_timestamp() - waitstart)), 0) AS longest_lock_wait
              FROM pg_locks
              JOIN pg_stat_activity USING (pid)
             WHERE NOT granted AND datname = current_database()
            """;

    /**
     * For this database only. Only the 32 longest waits are queried, because they lead to the common blocker; waiting sessions
     * are not blockers. A prepared transaction has process 0 and no session. For a session that the role may not see, the state
     * is null.
     */
    private static final String BLOCKER = """
            WITH waiting AS MATERIALIZED (
                   SELECT pid, min(waitstart) AS since
                     FROM pg_locks
                     JOIN pg_stat_activity USING (pid)
                    WHERE NOT granted AND datname = current_database()
                    GROUP BY pid),
                 blocking AS (
                   SELECT unnest(pg_blocking_pids(pid)) AS pid
                     FROM (SELECT pid FROM waiting ORDER BY since NULLS LAST LIMIT 32) AS longest)
            SELECT blocking.pid,
                   extract(epoch FROM clock_timestamp() - min(activity.xact_start)) AS transaction,
                   CASE WHEN min(activity.state) LIKE 'idle%' THEN 1
                        WHEN min(activity.state) IS NOT NULL THEN 0 END AS idle
              FROM blocking
              LEFT JOIN pg_stat_activity AS activity ON activity.pid = blocking.pid
             WHERE blocking.pid NOT IN (SELECT pid FROM waiting)
               AND (blocking.pid = 0 OR activity.datname = current_database())
             GROUP BY blocking.pid
             ORDER BY count(*) DESC
             LIMIT 1
            """;

    @Override
    public int period() {
        return 1;
    }

    @Override
    public void read(Connection open, Readings readings) throws SQLException {
        if (!isAbove(PostgresSignals.WAITING_FOR_LOCK, readings) && !isAbove(PostgresSignals.HIDDEN, readings)) {
            readings.put(PostgresSignals.LONGEST_LOCK_WAIT, 0);
            return;
        }
        Statements.query(
                open,
                LOCK_WAIT,
                row -> readings.put(PostgresSignals.LONGEST_LOCK_WAIT, row.getDouble("longest_lock_wait")));
        if (isAbove(PostgresSignals.LONGEST_LOCK_WAIT, readings)) {
            Statements.query(open, BLOCKER, row -> {
                readings.put(PostgresSignals.BLOCKER, row.getDouble("pid"));
                Reading.put(readings, PostgresSignals.BLOCKER_TRANSACTION, row, "transaction");
                Reading.put(readings, PostgresSignals.BLOCKER_IDLE, row, "idle");
            });
        }
    }

    private static boolean isAbove(Signal signal, Readings readings) {
        return readings.values().getOrDefault(signal, 0.0) > 0;
    }
}
