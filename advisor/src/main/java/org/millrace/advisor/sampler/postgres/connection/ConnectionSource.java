package org.millrace.advisor.sampler.postgres.connection;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Opens the advisor's connection to the database. Called from the thread of the PostgreSQL sampler, at first use and
 * again after a failure.
 *
 * <p>The connection must not come from the server's pool, or it would be missing when the pool is exhausted. The sampler
 * makes each of its transactions read-only, with a statement timeout.
 */
@FunctionalInterface
public interface ConnectionSource {

    /** @throws SQLException if there is none to be had; the message holds no password */
    Connection open() throws SQLException;
}
