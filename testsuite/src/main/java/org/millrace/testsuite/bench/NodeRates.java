package org.millrace.testsuite.bench;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Metrics;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;

/** Jobs on one node, and on the same one and another, and what the ledger of a job takes. */
final class NodeRates {
    private static final String CHUNKS = "keycloak_bulk_import_chunk_seconds_count";

    private final ServerOptions server;
    private final BenchmarkUsers users;
    private final BenchmarkOptions options;
    private final Progress progress;

    /** @param server whose nodes find each other */
    NodeRates(ServerOptions server, BenchmarkUsers users, BenchmarkOptions options, Progress progress) {
        this.server = server.withDatabaseSetting("shared_preload_libraries", "pg_stat_statements");
        this.users = users;
        this.options = options;
        this.progress = progress;
    }

    /** Runs all jobs; returns the table and the sentence about the ledger. */
    String measure() throws IOException, SQLException {
        try (ServerUnderTest started = ServerUnderTest.start(server);
                Connection connection = started.database().connectAsSuperuser()) {
            BenchmarkRealm.lengthenTokens(AdminClient.of(started.node()));
            AdminClient admin = AdminClient.of(started.node());
            BenchmarkRealm realm = BenchmarkRealm.create(admin);
            JobCell job = new JobCell(admin, users.lines(options.users()));
            try (StartingPoint start =
                    StartingPoint.create(started.database(), users, realm, System.currentTimeMillis())) {
                warmUp(job, start, admin);
                Spread one = rates("one node", job, start, admin);
                Node second = started.startNode();
                warmUp(job, start, admin);
                double first = chunks(started.node());
                double others = chunks(second);
                Spread two = rates("two nodes", job, start, admin);
                double share = (chunks(second) - others) / (chunks(second) - others + chunks(started.node()) - first);
                return table(one, two, share) + "\n" + ledger(connection, job, start, admin);
            }
        }
    }

    /** So that a node that has just started is as warm as the other. */
    private void warmUp(JobCell job, StartingPoint start, AdminClient admin) throws IOException, SQLException {
        for (int loaded = 0; loaded < options.warmup(); loaded += job.users()) {
            load(job, start, admin);
        }
    }

    private Spread rates(String nodes, JobCell job, StartingPoint start, AdminClient admin)
            throws IOException, SQLException {
        List<Double> rates = new ArrayList<>();
        for (int round = 0; round < options.rounds(); round++) {
            rates.add(job.users() / load(job, start, admin));
        }
        progress.say(nodes + ": users/s " + rates);
        return Spread.of(rates.stream().mapToDouble(rate -> rate));
    }

    private static double load(JobCell job, StartingPoint start, AdminClient admin) throws IOException, SQLException {
        start.restore();
        BenchmarkRealm.forgetUsers(admin);
        job.prepare();
        long begun = System.nanoTime();
        job.load();
        return (System.nanoTime() - begun) / 1e9;
    }

    private static double chunks(Node node) {
        return Metrics.of(node).value(CHUNKS).orElse(0);
    }

    private static String table(Spread one, Spread two, double share) {
        return """
                | Job on | users/s (min-max) | of one node |
                |---|---:|---:|
                """
                + line("one node", one, one)
                + line(
                        String.format(Locale.ROOT, "two nodes, the second of which wrote %.0f %%", share * 100),
                        two,
                        one);
    }

    private static String line(String nodes, Spread rates, Spread one) {
        return String.format(
                Locale.ROOT,
                "| %s | **%,.0f** (%,.0f-%,.0f) | **%.2f** |%n",
                nodes,
                rates.median(),
                rates.min(),
                rates.max(),
                rates.median() / one.median());
    }

    /** What PostgreSQL says of the statements that write the ledger. */
    private String ledger(Connection connection, JobCell job, StartingPoint start, AdminClient admin)
            throws IOException, SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
            statement.execute("SELECT pg_stat_statements_reset()");
            load(job, start, admin);
            try (ResultSet row = statement.executeQuery("SELECT sum(calls), sum(total_exec_time) * 1000, sum(wal_bytes)"
                    + " FROM pg_stat_statements WHERE query ILIKE 'INSERT INTO%millrace_job_ledger%'")) {
                row.next();
                return String.format(
                        Locale.ROOT,
                        "The ledger: %.2f µs of PostgreSQL and %.1f bytes of WAL a user, one row for %,d of them.%n",
                        row.getDouble(2) / job.users(),
                        row.getDouble(3) / job.users(),
                        Math.round(job.users() / row.getDouble(1)));
            }
        }
    }
}
