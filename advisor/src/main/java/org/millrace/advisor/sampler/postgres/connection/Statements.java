package org.millrace.advisor.sampler.postgres.connection;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Statement execution on PostgreSQL. No statement reads user data, or returns the text of a query. */
public final class Statements {

    /**
     * No query takes long, none waits for a lock of others, none writes. They hold for a transaction only: behind a connection pooler in
     * transaction mode, settings of the session would be in force for Keycloak next.
     */
    private static final String LIMITS =
            "SET TRANSACTION READ ONLY; SET LOCAL statement_timeout = '2s'; SET LOCAL lock_timeout = '200ms'";

    private static final int PARTS_PER_VERSION = 10_000;

    private Statements() {}

    /** Reads one row of a result. */
    public interface Row {
        void read(ResultSet row) throws SQLException;
    }

    /** Work inside a transaction. */
    public interface Work {
        void run() throws SQLException;
    }

    /**
     * Runs queries in a read-only transaction with short time-outs.
     *
     * @throws SQLException if a query fails; the transaction is rolled back then
     */
    public static void inTransaction(Connection connection, Work work) throws SQLException {
        try {
            connection.setAutoCommit(false);
            try (Statement limits = connection.createStatement()) {
                limits.execute(LIMITS);
            }
            work.run();
            connection.commit();
        } catch (SQLException | RuntimeException | Error failure) {
            rollBack(connection, failure);
            throw failure;
        }
    }

    private static void rollBack(Connection connection, Throwable failure) {
        try {
            connection.rollback();
        } catch (SQLException alsoFailed) {
            failure.addSuppressed(alsoFailed);
        }
    }

    /**
     * Reads all rows of a query.
     *
     * @throws SQLException if the database refuses the query
     */
    public static void query(Connection connection, String sql, Row each) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                each.read(rows);
            }
        }
    }

    /** The major version, such as 17. */
    public static int version(Connection connection) throws SQLException {
        int[] version = new int[1];
        query(
                connection,
                "SELECT current_setting('server_version_num')::int AS version",
                row -> version[0] = (int) row.getDouble("version") / PARTS_PER_VERSION);
        return version[0];
    }
}
