package org.millrace.advisor.sampler.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.millrace.advisor.model.PostgresSettings;
import org.millrace.advisor.model.PostgresSignals;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.sampler.Readings;
import org.millrace.advisor.sampler.Sampler;
import org.millrace.advisor.sampler.SettingSource;

/**
 * Reads PostgreSQL's statistics views: sessions and waits each second, tables and parameters once a minute.
 *
 * @see <a href="https://www.postgresql.org/docs/current/monitoring-stats.html">The Cumulative Statistics System</a>
 */
public final class PostgresSampler implements Sampler, SettingSource {

    /** Tables and parameters change slowly, and the tables' view is dear where there are many. */
    private static final int PASSES_BETWEEN_SLOW_ONES = 60;

    private final PostgresConnection connection;
    private final DatabaseCores cores;
    private Readings slow = new Readings();
    private int passes;
    private volatile List<Setting> settings = List.of();

    public PostgresSampler(ConnectionSource source, DatabaseCores cores, InstantSource clock) {
        this.connection = new PostgresConnection(source, clock);
        this.cores = cores;
    }

    @Override
    public String name() {
        return "postgres";
    }

    @Override
    public Duration interval() {
        return Duration.ofSeconds(1);
    }

    @Override
    public boolean mayBlock() {
        return true;
    }

    @Override
    public void sample(Readings readings) throws SQLException {
        connection.run(open -> {
            sample(open, readings);
            return true;
        });
    }

    @Override
    public Collection<Setting> settings() {
        return settings;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    private void sample(Connection open, Readings readings) throws SQLException {
        if (passes++ % PASSES_BETWEEN_SLOW_ONES == 0) {
            slow = sampleSlowly(open);
            settings = readSettings(open);
        }
        slow.values().forEach(readings::put);
        Statements.query(open, Statements.ACTIVITY, row -> {
            putSessions(row, readings);
            putDatabase(row, readings);
        });
        sampleLocks(open, readings);
    }

    private Readings sampleSlowly(Connection open) throws SQLException {
        Readings read = new Readings();
        Statements.query(open, Statements.TABLES, row -> {
            read.put(PostgresSignals.LIVE_TUPLES, row.getDouble("live"));
            read.put(PostgresSignals.DEAD_TUPLES, row.getDouble("dead"));
        });
        Statements.query(open, Statements.LIMITS, row -> {
            read.put(PostgresSignals.MAX_CONNECTIONS, row.getDouble("connections"));
            read.put(PostgresSignals.RESERVED_CONNECTIONS, row.getDouble("reserved"));
            cores.behind(row.getString("server_address")).ifPresent(number -> read.put(PostgresSignals.CORES, number));
        });
        long before = System.nanoTime();
        Statements.query(open, Statements.NOTHING, row -> {});
        read.put(PostgresSignals.ROUND_TRIP, (System.nanoTime() - before) / 1e6);
        return read;
    }

    private static void putSessions(ResultSet row, Readings readings) throws SQLException {
        readings.put(PostgresSignals.SESSIONS, row.getDouble("sessions"));
        readings.put(PostgresSignals.HIDDEN, row.getDouble("hidden"));
        readings.put(PostgresSignals.ACTIVE, row.getDouble("active"));
        readings.put(PostgresSignals.RUNNING, row.getDouble("running"));
        readings.put(PostgresSignals.IDLE_IN_TRANSACTION, row.getDouble("idle_in_transaction"));
        readings.put(PostgresSignals.OWN_IDLE_IN_TRANSACTION, row.getDouble("own_idle_in_transaction"));
        readings.put(PostgresSignals.WAITING_FOR_LOCK, row.getDouble("waiting_for_lock"));
        readings.put(PostgresSignals.WAITING_FOR_LATCH, row.getDouble("waiting_for_lwlock"));
        readings.put(PostgresSignals.WAITING_FOR_IO, row.getDouble("waiting_for_io"));
        readings.put(PostgresSignals.LONGEST_TRANSACTION, row.getDouble("longest_transaction"));
    }

    private static void putDatabase(ResultSet row, Readings readings) throws SQLException {
        readings.put(PostgresSignals.COMMITS, row.getDouble("xact_commit"));
        readings.put(PostgresSignals.ROLLBACKS, row.getDouble("xact_rollback"));
        readings.put(PostgresSignals.DEADLOCKS, row.getDouble("deadlocks"));
        readings.put(PostgresSignals.BLOCKS_HIT, row.getDouble("blks_hit"));
        readings.put(PostgresSignals.BLOCKS_READ, row.getDouble("blks_read"));
        readings.put(PostgresSignals.TEMPORARY_BYTES, row.getDouble("temp_bytes"));
    }

    /**
     * The lock manager is asked only while somebody waits, or somebody may whose state is hidden: the answer takes all of
     * its partitions.
     */
    private static void sampleLocks(Connection open, Readings readings) throws SQLException {
        if (!isAbove(PostgresSignals.WAITING_FOR_LOCK, readings) && !isAbove(PostgresSignals.HIDDEN, readings)) {
            readings.put(PostgresSignals.LONGEST_LOCK_WAIT, 0);
            return;
        }
        Statements.query(
                open,
                Statements.LOCK_WAIT,
                row -> readings.put(PostgresSignals.LONGEST_LOCK_WAIT, row.getDouble("longest_lock_wait")));
        if (isAbove(PostgresSignals.LONGEST_LOCK_WAIT, readings)) {
            Statements.query(open, Statements.BLOCKER, row -> {
                readings.put(PostgresSignals.BLOCKER, row.getDouble("pid"));
                readings.put(PostgresSignals.BLOCKER_TRANSACTION, row.getDouble("transaction"));
                readings.put(PostgresSignals.BLOCKER_IDLE, row.getDouble("idle"));
            });
        }
    }

    private static boolean isAbove(Signal signal, Readings readings) {
        return readings.values().getOrDefault(signal, 0.0) > 0;
    }

    private static List<Setting> readSettings(Connection open) throws SQLException {
        List<Setting> read = new ArrayList<>();
        try (PreparedStatement statement = open.prepareStatement(Statements.PARAMETERS);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                read.add(new Setting(
                        PostgresSettings.named(rows.getString("name")),
                        rows.getString("value"),
                        "pg_settings, " + rows.getString("source")));
            }
        }
        return List.copyOf(read);
    }
}
