package org.millrace.testsuite.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.millrace.testsuite.bench.measurement.Spread;
import org.millrace.testsuite.bench.realm.BenchmarkUsers;
import org.millrace.testsuite.client.Metrics;
import org.millrace.testsuite.server.ServerOptions;

/**
 * What a job does at each fixed number of writers and at the one that is found, on a database as it is, on one whose commits take
 * long, and on one that shares its processors with other work. One server writes as many chunks at once as a job allows, the other
 * as many as it finds good; both are warm. The best of the fixed numbers is measured again, in turns with the one that is found: of
 * six that hardly differ the best is also the luckiest, and what the machine does meanwhile is to meet both.
 */
final class PaceSweep {
    private static final String SETTING = "spi-admin-realm-restapi-extension--bulk-import--writers";
    private static final String LIMIT = "keycloak_bulk_import_concurrency_limit";
    private static final String AUTO = "auto";
    private static final List<Integer> WRITERS = List.of(1, 2, 4, 8, 16, 32);
    private static final int MOST = Collections.max(WRITERS);
    private static final int PAIRS_A_ROUND = 2;

    /** Users until the search has been done at least once more when the database is another; what that costs is not what it finds. */
    private static final int SEARCHED_IN = 2_000_000;

    private final ServerOptions server;
    private final List<byte[]> lines;
    private final BenchmarkUsers users;
    private final BenchmarkOptions options;
    private final Progress progress;
    private final Map<Condition, Found> figures = new LinkedHashMap<>();

    /** The state that the database is in. */
    private enum Condition {
        AS_IS("as it is"),
        SLOW_COMMITS("each commit 20 ms longer"),
        BUSY_PROCESSOR("one processor busy otherwise");

        private final String label;

        Condition(String label) {
            this.label = label;
        }
    }

    /**
     * What came of one state.
     *
     * @param fixed users a second, in the order of the numbers of writers
     * @param best the place of the best fixed number, by its median
     * @param there users a second with the best fixed number, in turns with {@code auto}
     * @param auto users a second with what was found
     * @param limits chunks at once, after each job
     * @param ofBest {@code auto} divided by the best fixed number, each of the same pair: what the machine does besides meets both
     */
    private record Found(List<Spread> fixed, int best, Spread there, Spread auto, Spread limits, Spread ofBest) {}

    /** @param server what both servers are like */
    PaceSweep(ServerOptions server, BenchmarkUsers users, BenchmarkOptions options, Progress progress) {
        this.server = server;
        this.users = users;
        this.options = options;
        this.progress = progress;
        this.lines = users.lines(options.users());
    }

    /** Runs all jobs; returns the tables. */
    String measure() throws IOException, SQLException {
        try (JobServer fixed = JobServer.start(server.with(SETTING, Integer.toString(MOST)), users);
                JobServer auto = JobServer.start(server.with(SETTING, AUTO), users)) {
            for (int loaded = 0; loaded < options.warmup(); loaded += lines.size()) {
                fixed.rate(lines, writers(loaded / lines.size()));
                auto.rate(lines, Map.of());
            }
            for (Condition condition : Condition.values()) {
                under(condition, List.of(fixed, auto), () -> compare(condition, fixed, auto));
            }
        }
        return table();
    }

    private void compare(Condition condition, JobServer fixed, JobServer auto) throws IOException, SQLException {
        List<Spread> sweep = sweep(fixed, auto);
        int best = IntStream.range(0, WRITERS.size())
                .boxed()
                .max(Comparator.comparingDouble(i -> sweep.get(i).median()))
                .orElseThrow();
        List<Double> there = new ArrayList<>();
        List<Double> found = new ArrayList<>();
        List<Double> limits = new ArrayList<>();
        for (int pair = 0; pair < PAIRS_A_ROUND * options.rounds(); pair++) {
            // Neither is always the first.
            for (JobServer next : pair % 2 == 0 ? List.of(fixed, auto) : List.of(auto, fixed)) {
                (next == fixed ? there : found).add(next.rate(lines, next == fixed ? writers(best) : Map.of()));
            }
            limits.add(Metrics.of(auto.node()).value(LIMIT).orElseThrow());
        }
        Spread ofBest =
                Spread.of(IntStream.range(0, found.size()).mapToDouble(pair -> found.get(pair) / there.get(pair)));
        figures.put(condition, new Found(sweep, best, spread(there), spread(found), spread(limits), ofBest));
        progress.say("%s: %s at once users/s %s, found %s users/s %s"
                .formatted(condition.label, WRITERS.get(best), there, limits, found));
    }

    /** All fixed numbers, round after round; meanwhile the other server finds its own. */
    private List<Spread> sweep(JobServer fixed, JobServer auto) throws IOException, SQLException {
        List<List<Double>> rates = new ArrayList<>();
        WRITERS.forEach(writers -> rates.add(new ArrayList<>()));
        int searched = 0;
        for (int round = 0; round < options.rounds(); round++) {
            for (int i = 0; i < WRITERS.size(); i++) {
                int next = (i + round) % WRITERS.size();
                rates.get(next).add(fixed.rate(lines, writers(next)));
                if (i % 2 == 1) {
                    auto.rate(lines, Map.of());
                    searched += lines.size();
                }
            }
        }
        for (; searched < SEARCHED_IN; searched += lines.size()) {
            auto.rate(lines, Map.of());
        }
        progress.say("fixed: users/s " + rates);
        return rates.stream().map(PaceSweep::spread).toList();
    }

    /** The numbers in turn. */
    private static Map<String, Integer> writers(int turn) {
        return Map.of("writers", WRITERS.get(turn % WRITERS.size()));
    }

    private static Spread spread(List<Double> values) {
        return Spread.of(values.stream().mapToDouble(value -> value));
    }

    /** What is done while the databases are in some state. */
    @FunctionalInterface
    private interface Work {
        void run() throws IOException, SQLException;
    }

    private static void under(Condition condition, List<JobServer> servers, Work work)
            throws IOException, SQLException {
        switch (condition) {
            case AS_IS -> work.run();
            case SLOW_COMMITS -> {
                for (JobServer each : servers) {
                    each.execute(
                            "ALTER SYSTEM SET commit_siblings = 0",
                            "ALTER SYSTEM SET commit_delay = 20000",
                            "SELECT pg_reload_conf()");
                }
                work.run();
                for (JobServer each : servers) {
                    each.execute(
                            "ALTER SYSTEM RESET commit_delay",
                            "ALTER SYSTEM RESET commit_siblings",
                            "SELECT pg_reload_conf()");
                }
            }
            case BUSY_PROCESSOR -> {
                Process busy = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
                try {
                    work.run();
                } finally {
                    busy.destroyForcibly();
                }
            }
        }
    }

    private String table() {
        StringBuilder table = new StringBuilder("| Database |");
        WRITERS.forEach(writers -> table.append(" ").append(writers).append(" |"));
        table.append(
                " best again (min-max) | auto (min-max) | found (min-max) | `auto` / best fixed | each pair (min-max) |\n|---|");
        WRITERS.forEach(writers -> table.append("---:|"));
        table.append("---:|---:|---:|---:|---:|\n");
        figures.forEach((condition, each) -> {
            table.append("| ").append(condition.label).append(" |");
            each.fixed().forEach(rates -> table.append(format(" %,.0f |", rates.median())));
            table.append(format(
                    " %d: %s | %s | %s | **%.2f** | %.2f (%.2f-%.2f) |%n",
                    WRITERS.get(each.best()),
                    whole(each.there()),
                    whole(each.auto()),
                    whole(each.limits()),
                    each.auto().median() / each.there().median(),
                    each.ofBest().median(),
                    each.ofBest().min(),
                    each.ofBest().max()));
        });
        return table.toString();
    }

    private static String whole(Spread spread) {
        return format("%,.0f (%,.0f-%,.0f)", spread.median(), spread.min(), spread.max());
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
