package org.millrace.advisor.sampler.postgres;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.sampler.Readings;

/** One group of figures of PostgreSQL. Called from the thread of the sampler; one that fails leaves the others alone. */
interface Reading {

    /** Passes from one time to the next; a pass is a second. */
    int period();

    /** @throws SQLException if the database rejects the query; its values are then absent until a later success */
    void read(Connection open, Readings readings) throws SQLException;

    /** Null stays absent. */
    static void put(Readings readings, Signal signal, ResultSet row, String column) throws SQLException {
        double value = row.getDouble(column);
        if (!row.wasNull()) {
            readings.put(signal, value);
        }
    }
}
