package org.millrace.testsuite.bench;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.millrace.testsuite.bench.measurement.Spread;
import org.millrace.testsuite.bench.realm.BenchmarkUsers;
import org.millrace.testsuite.client.Metrics;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.ServerOptions;

/**
 * Jobs on one node, jobs on two nodes of another cluster, in turns, so that what the machine does meanwhile meets both; and what the
 * ledger of a job takes.
 */
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
        try (JobServer one = JobServer.start(server, users);
                JobServer two = JobServer.start(server, users)) {
            Node second = two.startNode();
            for (int loaded = 0; loaded < options.warmup(); loaded += lines.size()) {
                one.rate(lines, Map.of());
                two.rate(lines, Map.of());
            }
            double first = chunks(two.node());
            double others = chunks(second);
            List<Double> alone = new ArrayList<>();
            List<Double> together = new ArrayList<>();
            for (int round = 0; round < options.rounds(); round++) {
                // Neither is always the first.
                for (JobServer next : round % 2 == 0 ? List.of(one, two) : List.of(two, one)) {
                    (next == one ? alone : together).add(next.rate(lines, Map.of()));
                }
            }
            progress.say("one node: users/s " + alone + ", two: " + together);
            double share = (chunks(second) - others) / (chunks(second) - others + chunks(two.node()) - first);
            return table(alone, together, share) + "\n" + ledger(one);
        }
    }

    private static double chunks(Node node) {
        return Metrics.of(node).value(CHUNKS).orElse(0);
    }

    private static String table(List<Double> alone, List<Double> together, double share) {
        Spread rounds = Spread.of(IntStream.range(0, alone.size()).mapToDouble(i -> together.get(i) / alone.get(i)));
        double ratio = spread(together).median() / spread(alone).median();
        return """
                | Job on | users/s (min-max) | of one node | each round (min-max) |
                |---|---:|---:|---:|
                """
                + String.format(Locale.ROOT, "| one node | %s | | |%n", rates(alone))
                + String.format(
                        Locale.ROOT,
                        "| two nodes, the second of which wrote %.0f %% | %s | **%.2f** | %.2f (%.2f-%.2f) |%n",
                        share * 100,
                        rates(together),
                        ratio,
                        rounds.median(),
                        rounds.min(),
                        rounds.max());
    }

    private static Spread spread(List<Double> rates) {
        return Spread.of(rates.stream().mapToDouble(rate -> rate));
    }

    private static String rates(List<Double> rates) {
        Spread spread = spread(rates);
        return String.format(Locale.ROOT, "**%,.0f** (%,.0f-%,.0f)", spread.median(), spread.min(), spread.max());
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
