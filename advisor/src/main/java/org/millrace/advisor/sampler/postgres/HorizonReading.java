package org.millrace.advisor.sampler.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Optional;
import org.millrace.advisor.model.signal.HorizonSignals;
import org.millrace.advisor.sampler.Readings;
import org.millrace.advisor.sampler.postgres.connection.Statements;

/** What holds vacuum back, and what replicates. A role without {@code pg_monitor} sees less of it. */
final class HorizonReading implements Reading {

    /**
     * A transaction holds vacuum back in its own database alone, a replication slot in all of them. Sessions that the role may not
     * see have a user, which autovacuum's workers have not.
     */
    private static final String HORIZON = """
            SELECT (SELECT coalesce(max(extract(epoch FROM clock_timestamp() - xact_start)), 0)
                      FROM pg_stat_activity
                     WHERE (backend_xmin IS NOT NULL OR backend_xid IS NOT NULL)
                       AND datname = current_database()
                       AND application_name <> current_setting('application_name')
                       AND backend_type = 'client backend') AS oldest_transaction,
                   (SELECT count(*)
                      FROM pg_stat_activity
                     WHERE (backend_xmin IS NOT NULL OR backend_xid IS NOT NULL)
                       AND backend_type IS NULL AND usesysid IS NOT NULL
                       AND datname = current_database()) AS hidden,
                   (SELECT coalesce(max(extract(epoch FROM clock_timestamp() - prepared)), 0)
                      FROM pg_prepared_xacts
                     WHERE database = current_database()) AS oldest_prepared,
                   (SELECT coalesce(max(greatest(age(xmin), age(catalog_xmin))), 0)
                      FROM pg_replication_slots) AS oldest_slot,
                   (SELECT count(*) FROM pg_replication_slots WHERE NOT active) AS inactive_slots,
                   (SELECT coalesce(max(pg_wal_lsn_diff(
                             CASE WHEN pg_is_in_recovery() THEN pg_last_wal_receive_lsn() ELSE pg_current_wal_lsn() END,
                             restart_lsn)), 0)
                      FROM pg_replication_slots
                     WHERE NOT active) AS retained,
                   (SELECT count(*) FROM pg_replication_slots WHERE wal_status = 'lost') AS lost_slots,
                   (SELECT count(*) FROM pg_replication_slots WHERE wal_status = 'unreserved') AS unreserved_slots,
                   (SELECT max(age(datfrozenxid)) FROM pg_database WHERE datallowconn) AS transaction_age
            """;

    /**
     * A standby replays WAL and reports its position; a receiver that only stores WAL, as {@code pg_basebackup} and
     * {@code pg_receivewal}, reports none. A subscriber reports one too, and has a logical slot. For a sender that the role may
     * not see, the state is hidden too, and the type is unknown.
     */
    private static final String STANDBYS = """
            SELECT CASE WHEN count(*) = count(state) THEN count(*) FILTER (WHERE standby) END AS standbys,
                   CASE WHEN count(*) = count(sync_state)
                        THEN count(*) FILTER (WHERE sync_state IN ('sync', 'quorum')) END AS synchronous,
                   extract(epoch FROM max(replay_lag) FILTER (WHERE standby)) AS lag
              FROM (SELECT state, sync_state, replay_lag,
                           state IN ('catchup', 'streaming') AND replay_lsn IS NOT NULL
                             AND NOT EXISTS (SELECT 1
                                               FROM pg_replication_slots
                                              WHERE active_pid = pid AND slot_type = 'logical') AS standby
                      FROM pg_stat_replication) AS sender
            """;

    private final MostStandbys most;

    HorizonReading(InstantSource clock) {
        this.most = new MostStandbys(clock);
    }

    @Override
    public int period() {
        return 15;
    }

    @Override
    public void read(Connection open, Readings readings) throws SQLException {
        Statements.query(open, HORIZON, row -> {
            Reading.put(readings, HorizonSignals.OLDEST_TRANSACTION, row, "oldest_transaction");
            Reading.put(readings, HorizonSignals.HIDDEN, row, "hidden");
            Reading.put(readings, HorizonSignals.OLDEST_PREPARED, row, "oldest_prepared");
            Reading.put(readings, HorizonSignals.OLDEST_SLOT, row, "oldest_slot");
            Reading.put(readings, HorizonSignals.INACTIVE_SLOTS, row, "inactive_slots");
            Reading.put(readings, HorizonSignals.RETAINED_WAL, row, "retained");
            Reading.put(readings, HorizonSignals.LOST_SLOTS, row, "lost_slots");
            Reading.put(readings, HorizonSignals.UNRESERVED_SLOTS, row, "unreserved_slots");
            Reading.put(readings, HorizonSignals.TRANSACTION_AGE, row, "transaction_age");
        });
        Statements.query(open, STANDBYS, row -> {
            Reading.put(readings, HorizonSignals.STANDBYS, row, "standbys");
            Reading.put(readings, HorizonSignals.SYNCHRONOUS_STANDBYS, row, "synchronous");
            Reading.put(readings, HorizonSignals.REPLAY_LAG, row, "lag");
        });
        Optional.ofNullable(readings.values().get(HorizonSignals.STANDBYS))
                .ifPresent(now -> readings.put(HorizonSignals.MOST_STANDBYS, most.with(now)));
    }
}
