package org.millrace.advisor.sampler.postgres;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.millrace.advisor.model.signal.WalSignals;
import org.millrace.advisor.sampler.Readings;
import org.millrace.advisor.sampler.postgres.connection.Statements;

/** The write-ahead log and its checkpoints, wherever this version of PostgreSQL counts them. */
final class WalReading implements Reading {

    private static final int CHECKPOINTER_VIEW = 17;
    private static final int IO_VIEW = 16;
    private static final int WAL_IN_IO_VIEW = 18;

    /** A standby has no place of its own in the log. */
    private static final String WAL = """
            SELECT CASE WHEN pg_is_in_recovery() THEN NULL
                        ELSE pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') END AS bytes,
                   wal_fpi AS full_pages
              FROM pg_stat_wal
            """;

    private static final String SYNCS = """
            SELECT wal_sync AS syncs, CASE WHEN current_setting('track_wal_io_timing')::bool THEN wal_sync_time END AS time
              FROM pg_stat_wal
            """;

    private static final String SYNCS_18 = """
            SELECT sum(fsyncs) AS syncs,
                   CASE WHEN current_setting('track_wal_io_timing')::bool THEN sum(fsync_time) END AS time
              FROM pg_stat_io
             WHERE object = 'wal'
            """;

    private static final String CHECKPOINTS =
            "SELECT checkpoints_timed AS timed, checkpoints_req AS forced FROM pg_stat_bgwriter";

    private static final String CHECKPOINTS_17 =
            "SELECT num_timed AS timed, num_requested AS forced FROM pg_stat_checkpointer";

    private static final String WRITES = "SELECT sum(writes) + sum(fsyncs) AS writes FROM pg_stat_io";

    private static final String ARCHIVE = """
            SELECT extract(epoch FROM last_failed_time) AS failed,
                   extract(epoch FROM last_archived_time) AS archived
              FROM pg_stat_archiver
             WHERE current_setting('archive_mode') <> 'off'
            """;

    private final ArchiveFailure archive = new ArchiveFailure();

    @Override
    public int period() {
        return 10;
    }

    @Override
    public void read(Connection open, Readings readings) throws SQLException {
        int version = Statements.version(open);
        Statements.query(open, WAL, row -> {
            Reading.put(readings, WalSignals.BYTES, row, "bytes");
            Reading.put(readings, WalSignals.FULL_PAGES, row, "full_pages");
        });
        Statements.query(open, version >= WAL_IN_IO_VIEW ? SYNCS_18 : SYNCS, row -> {
            Reading.put(readings, WalSignals.SYNCS, row, "syncs");
            Reading.put(readings, WalSignals.SYNC_TIME, row, "time");
        });
        Statements.query(open, version >= CHECKPOINTER_VIEW ? CHECKPOINTS_17 : CHECKPOINTS, row -> {
            Reading.put(readings, WalSignals.TIMED_CHECKPOINTS, row, "timed");
            Reading.put(readings, WalSignals.FORCED_CHECKPOINTS, row, "forced");
        });
        if (version >= IO_VIEW) {
            Statements.query(open, WRITES, row -> Reading.put(readings, WalSignals.WRITES, row, "writes"));
        }
        Statements.query(
                open,
                ARCHIVE,
                row -> readings.put(
                        WalSignals.ARCHIVE_FAILING,
                        archive.seconds(numberOrNaN(row, "failed"), numberOrNaN(row, "archived"))));
    }

    private static double numberOrNaN(ResultSet row, String column) throws SQLException {
        double number = row.getDouble(column);
        return row.wasNull() ? Double.NaN : number;
    }
}
