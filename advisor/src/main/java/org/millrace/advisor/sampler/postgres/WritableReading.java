package org.millrace.advisor.sampler.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import org.millrace.advisor.model.signal.HorizonSignals;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.sampler.Readings;
import org.millrace.advisor.sampler.postgres.connection.Statements;

/** Whether the database accepts writes, by the value of the configuration file, the database or the role. */
final class WritableReading implements Reading {

    private static final String READ_ONLY = """
            SELECT pg_is_in_recovery()::int AS standby,
                   (SELECT (reset_val = 'on')::int FROM pg_settings WHERE name = 'default_transaction_read_only') AS set
            """;

    @Override
    public int period() {
        return 5;
    }

    @Override
    public void read(Connection open, Readings readings) throws SQLException {
        Statements.query(open, READ_ONLY, row -> {
            double standby = row.getDouble("standby");
            readings.put(HorizonSignals.IN_RECOVERY, standby);
            readings.put(PostgresSignals.READ_ONLY, Math.max(standby, row.getDouble("set")));
        });
    }
}
