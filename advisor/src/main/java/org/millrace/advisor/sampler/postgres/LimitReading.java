package org.millrace.advisor.sampler.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.sampler.Readings;
import org.millrace.advisor.sampler.postgres.connection.Statements;

/** Limits, sizes, and the network latency to the database. */
final class LimitReading implements Reading {

    private static final String NOTHING = "SELECT 1";

    private static final String LIMITS = """
            SELECT current_setting('max_connections')::int AS connections,
                   current_setting('superuser_reserved_connections')::int
                     + coalesce(current_setting('reserved_connections', true)::int, 0) AS reserved,
                   host(inet_server_addr()) AS server_address,
                   (inet_server_addr() IS NULL OR inet_server_addr() = inet_client_addr())::int AS local,
                   pg_database_size(current_database()) AS size
            """;

    private final DatabaseCores cores;

    LimitReading(DatabaseCores cores) {
        this.cores = cores;
    }

    @Override
    public int period() {
        return 60;
    }

    @Override
    public void read(Connection open, Readings readings) throws SQLException {
        Statements.query(open, LIMITS, row -> {
            readings.put(PostgresSignals.MAX_CONNECTIONS, row.getDouble("connections"));
            readings.put(PostgresSignals.RESERVED_CONNECTIONS, row.getDouble("reserved"));
            readings.put(PostgresSignals.DATABASE_SIZE, row.getDouble("size"));
            readings.put(PostgresSignals.ON_THIS_MACHINE, row.getDouble("local"));
            cores.behind(row.getString("server_address"))
                    .ifPresent(number -> readings.put(PostgresSignals.CORES, number));
        });
        long before = System.nanoTime();
        Statements.query(open, NOTHING, row -> {});
        readings.put(PostgresSignals.ROUND_TRIP, (System.nanoTime() - before) / 1e6);
    }
}
