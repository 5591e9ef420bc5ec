package org.millrace.testsuite.bench;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.millrace.testsuite.client.Metrics;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.ServerOptions;

/** Jobs on one node, and on the same one and another, and what the ledger of a job takes. */
final class NodeRates {
    private static final String CHUNKS = "keycloak_bulk_import_chunk_seconds_count";

    private final ServerOptions server;
    private final BenchmarkUsers users;
    private final List<byte[]> lines;
    private final BenchmarkOptions options;
    private final Progress progress;

    /** @param server whose nodes find each other */
    NodeRates(ServerOptions server, BenchmarkUsers users, BenchmarkOptions options, Progress progress) {
        this.server = server.withDatabaseSetting("shared_preload_libraries", "pg_stat_statements");
        this.users = users;
        this.lines = users.lines(options.users());
        this.options = options;
        this.progress = progress;
    }

    /** Runs all jobs; returns the table and the sentence about the ledger. */
    String measure() throws IOException, SQLException {
        try (JobServer jobs = JobServer.start(server, users)) {
            warmUp(jobs);
            Spread one = rates("one node", jobs);
            Node second = jobs.startNode();
            warmUp(jobs);
            double first = chunks(jobs.node());
            double others = chunks(second);
            Spread two = rates("two nodes", jobs);
            double share = (chunks(second) - others) / (chunks(second) - others + chunks(jobs.node()) - first);
            return table(one, two, share) + "\n" + ledger(jobs);
        }
    }

    /** So that a node that has just started is as warm as the other. */
    private void warmUp(JobServer jobs) throws IOException, SQLException {
        for (int loaded = 0; loaded < options.warmup(); loaded += lines.size()) {
            jobs.rate(lines, Map.of());
        }
    }

    private Spread rates(String nodes, JobServer jobs) throws IOException, SQLException {
        List<Double> rates = new ArrayList<>();
        for (int round = 0; round < options.rounds(); round++) {
            rates.add(jobs.rate(lines, Map.of()));
        }
        progress.say(nodes + ": users/s " + rates);
        return Spread.of(rates.stream().mapToDouble(rate -> rate));
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
    private String ledger(JobServer jobs) throws IOException, SQLException {
        jobs.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements", "SELECT pg_stat_statements_reset()");
        jobs.rate(lines, Map.of());
        try (Statement statement = jobs.connection().createStatement();
                ResultSet row = statement.executeQuery("SELECT sum(calls), sum(total_exec_time) * 1000, sum(wal_bytes)"
                        + " FROM pg_stat_statements WHERE query ILIKE 'INSERT INTO%millrace_job_ledger%'")) {
            row.next();
            return String.format(
                    Locale.ROOT,
                    "The ledger: %.2f µs of PostgreSQL and %.1f bytes of WAL a user, one row for %,d of them.%n",
                    row.getDouble(2) / lines.size(),
                    row.getDouble(3) / lines.size(),
                    Math.round(lines.size() / row.getDouble(1)));
        }
    }
}
