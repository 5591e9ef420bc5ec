package org.millrace.advisor.sampler.postgres;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Set;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.model.signal.TableSignals;
import org.millrace.advisor.sampler.Readings;
import org.millrace.advisor.sampler.postgres.connection.DatabaseSchema;
import org.millrace.advisor.sampler.postgres.connection.Statements;

/** Keycloak's tables with a notable size, dead tuples or sequential scans, and some that always matter. */
final class TableReading implements Reading {

    private static final String TABLES = """
            SELECT relname, live, dead, modified, writes, inserts, updates, hot, scans, scanned,
                   sum(live) OVER () AS all_live, sum(dead) OVER () AS all_dead, sum(due) OVER () AS all_due,
                   greatest(1, least(rank() OVER (ORDER BY dead DESC), rank() OVER (ORDER BY scanned DESC),
                                     rank() OVER (ORDER BY live DESC))) AS place
              FROM (SELECT relname, n_live_tup AS live, n_dead_tup AS dead, n_mod_since_analyze AS modified,
                           n_tup_ins + n_tup_upd + n_tup_del AS writes, n_tup_ins AS inserts, n_tup_upd AS updates,
                           n_tup_hot_upd AS hot, seq_scan AS scans, seq_tup_read AS scanned,
                           CASE WHEN n_dead_tup > current_setting('autovacuum_vacuum_threshold')::float
                                   + current_setting('autovacuum_vacuum_scale_factor')::float * n_live_tup
                                THEN 1 ELSE 0 END AS due
                      FROM pg_stat_user_tables
                     WHERE relid IN (SELECT oid FROM pg_class WHERE relnamespace = :schema_oid)) AS tables
            """;

    private static final String VACUUMS = "SELECT count(*) AS vacuums FROM pg_stat_progress_vacuum";

    /** Of each order; a few tables are the first of several. */
    private static final int MOST = 6;

    private static final Set<String> ALWAYS = Set.of("user_entity", "offline_user_session", "offline_client_session");

    private final String tables;

    TableReading(DatabaseSchema schema) {
        this.tables = schema.in(TABLES);
    }

    @Override
    public int period() {
        return 15;
    }

    @Override
    public void read(Connection open, Readings readings) throws SQLException {
        Statements.query(open, tables, row -> {
            Reading.put(readings, PostgresSignals.LIVE_TUPLES, row, "all_live");
            Reading.put(readings, PostgresSignals.DEAD_TUPLES, row, "all_dead");
            Reading.put(readings, PostgresSignals.TABLES_DUE, row, "all_due");
            String name = row.getString("relname");
            if (row.getDouble("place") <= MOST || ALWAYS.contains(name)) {
                read(new TableSignals(name), row, readings);
            }
        });
        Statements.query(open, VACUUMS, row -> Reading.put(readings, PostgresSignals.RUNNING_VACUUMS, row, "vacuums"));
    }

    private static void read(TableSignals table, ResultSet row, Readings readings) throws SQLException {
        Reading.put(readings, table.live(), row, "live");
        Reading.put(readings, table.dead(), row, "dead");
        Reading.put(readings, table.notAnalyzed(), row, "modified");
        Reading.put(readings, table.writes(), row, "writes");
        Reading.put(readings, table.inserts(), row, "inserts");
        Reading.put(readings, table.updates(), row, "updates");
        Reading.put(readings, table.hotUpdates(), row, "hot");
        Reading.put(readings, table.scans(), row, "scans");
        Reading.put(readings, table.scannedRows(), row, "scanned");
    }
}
