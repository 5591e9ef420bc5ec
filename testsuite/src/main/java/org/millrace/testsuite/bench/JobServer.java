package org.millrace.testsuite.bench;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.millrace.testsuite.bench.cell.JobCell;
import org.millrace.testsuite.bench.realm.BenchmarkRealm;
import org.millrace.testsuite.bench.realm.BenchmarkUsers;
import org.millrace.testsuite.bench.realm.StartingPoint;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;

/**
 * A server on which each job finds the tables as the first one did. After each, nothing is left for its database to do (rows that
 * autovacuum would look at, pages that a checkpoint would write): that would be done while another server is measured. For one
 * thread.
 */
final class JobServer implements AutoCloseable {
    private final ServerUnderTest server;
    private final Connection connection;
    private final AdminClient admin;
    private final StartingPoint start;

    private JobServer(ServerUnderTest server, Connection connection, AdminClient admin, StartingPoint start) {
        this.server = server;
        this.connection = connection;
        this.admin = admin;
        this.start = start;
    }

    /** @param users of whom some are there before each job */
    static JobServer start(ServerOptions options, BenchmarkUsers users) throws IOException, SQLException {
        ServerUnderTest server = ServerUnderTest.start(options);
        try {
            AdminClient admin = BenchmarkRealm.administrator(server.node());
            BenchmarkRealm realm = BenchmarkRealm.create(admin);
            StartingPoint start = StartingPoint.create(server.database(), users, realm, System.currentTimeMillis());
            start.restore();
            return new JobServer(server, server.database().connectAsSuperuser(), admin, start);
        } catch (IOException | SQLException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /** The node that takes the jobs. */
    Node node() {
        return server.node();
    }

    /** Another node, of the same cluster if the server's options say so. */
    Node startNode() throws IOException {
        return server.startNode();
    }

    /** For what the benchmark asks of the database; to be left open. */
    Connection connection() {
        return connection;
    }

    /** Runs statements as a superuser, outside of transactions. */
    void execute(String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /**
     * Runs one job, whose users are gone again after it.
     *
     * @param lines a user each
     * @param jobOptions as of the call that makes a job
     * @return users a second
     */
    double rate(List<byte[]> lines, Map<String, ?> jobOptions) throws IOException, SQLException {
        JobCell job = new JobCell(admin, lines, jobOptions);
        job.prepare();
        long begun = System.nanoTime();
        job.load();
        double rate = lines.size() * 1e9 / (System.nanoTime() - begun);
        start.restore();
        BenchmarkRealm.forgetUsers(admin);
        return rate;
    }

    @Override
    public void close() throws SQLException {
        try (server;
                connection) {
            start.close();
        }
    }
}
