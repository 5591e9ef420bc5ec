package org.millrace.testsuite.advisor.fault;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.millrace.testsuite.server.database.Database;

/** One statement over and over, on a connection of its own, from construction until it is closed. */
final class Churn implements AutoCloseable {

    private final Connection connection;
    private final Thread thread;

    Churn(Database database, String sql) throws SQLException {
        connection = database.connect();
        thread = new Thread(() -> repeat(sql), "churn");
        thread.setDaemon(true);
        thread.start();
    }

    private void repeat(String sql) {
        try (Statement statement = connection.createStatement()) {
            while (!connection.isClosed()) {
                statement.execute(sql);
            }
        } catch (SQLException ended) {
            return; // It ends with its connection.
        }
    }

    /** False once its connection has failed. */
    boolean isAlive() {
        return thread.isAlive();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
