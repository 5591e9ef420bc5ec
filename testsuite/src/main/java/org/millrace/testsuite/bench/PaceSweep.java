package org.millrace.testsuite.bench;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Metrics;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;

/**
 * What the import does at each fixed number of writers and at the one it finds by itself, on a database as it is, on one whose
 * commits take long, and on one that shares its processors with other work. Each number has a server of its own.
 */
final class PaceSweep {
    private static final String SETTING = "spi-admin-realm-restapi-extension--bulk-import--writers";
    private static final String LIMIT = "keycloak_bulk_import_concurrency_limit";
    private static final String AUTO = "auto";
    private static final List<String> WRITERS = List.of("1", "2", "4", "8", "16", "32", AUTO);

    private final ServerOptions server;
    private final List<byte[]> lines;
    private final BenchmarkUsers users;
    private final BenchmarkOptions options;
    private final Progress progress;
    private final List<Figure> figures = new ArrayList<>();

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
     * What came of one number of writers.
     *
     * @param usersPerSecond the median of the timed imports
     * @param limit chunks at once at the end
     */
    private record Figure(String writers, Condition condition, double usersPerSecond, int limit) {}

    /** @param server what each number of writers is tried on */
    PaceSweep(ServerOptions server, BenchmarkUsers users, BenchmarkOptions options, Progress progress) {
        this.server = server;
        this.users = users;
        this.options = options;
        this.progress = progress;
        this.lines = users.lines(options.users());
    }

    /** Runs all imports; returns the tables. */
    String measure() throws IOException, SQLException {
        for (String writers : WRITERS) {
            measure(writers);
        }
        return table();
    }

    private void measure(String writers) throws IOException, SQLException {
        try (ServerUnderTest started = ServerUnderTest.start(server.with(SETTING, writers));
                Connection connection = started.database().connectAsSuperuser()) {
            BenchmarkRealm.lengthenTokens(AdminClient.of(started.node()));
            AdminClient admin = AdminClient.of(started.node());
            BenchmarkRealm realm = BenchmarkRealm.create(admin);
            Cell cell = MillraceCell.of(admin, lines);
            try (StartingPoint start =
                    StartingPoint.create(started.database(), users, realm, System.currentTimeMillis())) {
                for (int loaded = 0; loaded < options.warmup(); loaded += cell.users()) {
                    load(cell, start, admin);
                }
                for (Condition condition : Condition.values()) {
                    under(condition, connection, () -> {
                        // What the search costs is not what it finds.
                        load(cell, start, admin);
                        List<Double> rates = new ArrayList<>();
                        for (int round = 0; round < options.rounds(); round++) {
                            rates.add(cell.users() / load(cell, start, admin));
                        }
                        OptionalDouble limit = Metrics.of(started.node()).value(LIMIT);
                        double median = Spread.of(rates.stream().mapToDouble(rate -> rate))
                                .median();
                        figures.add(new Figure(writers, condition, median, (int) limit.orElseThrow()));
                        progress.say("writers %-4s %-30s %,9.0f users/s %s, %d at once"
                                .formatted(writers, condition.label, median, rates, (int) limit.orElseThrow()));
                    });
                }
            }
        }
    }

    private static double load(Cell cell, StartingPoint start, AdminClient admin) throws IOException, SQLException {
        start.restore();
        BenchmarkRealm.forgetUsers(admin);
        cell.prepare();
        long begun = System.nanoTime();
        cell.load();
        return (System.nanoTime() - begun) / 1e9;
    }

    /** What is done while the database is in some state. */
    @FunctionalInterface
    private interface Work {
        void run() throws IOException, SQLException;
    }

    private static void under(Condition condition, Connection connection, Work work) throws IOException, SQLException {
        switch (condition) {
            case AS_IS -> work.run();
            case SLOW_COMMITS -> {
                execute(connection, "ALTER SYSTEM SET commit_siblings = 0");
                execute(connection, "ALTER SYSTEM SET commit_delay = 20000");
                execute(connection, "SELECT pg_reload_conf()");
                try {
                    work.run();
                } finally {
                    execute(connection, "ALTER SYSTEM RESET commit_delay");
                    execute(connection, "ALTER SYSTEM RESET commit_siblings");
                    execute(connection, "SELECT pg_reload_conf()");
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

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private String table() {
        StringBuilder table = new StringBuilder("| Database |");
        WRITERS.forEach(writers -> table.append(" ").append(writers).append(" |"));
        table.append(" found | `auto` / best fixed |\n|---|");
        WRITERS.forEach(writers -> table.append("---:|"));
        table.append("---:|---:|\n");
        for (Condition condition : Condition.values()) {
            List<Figure> each = figures.stream()
                    .filter(figure -> figure.condition() == condition)
                    .toList();
            table.append("| ").append(condition.label).append(" |");
            double best = 0;
            for (Figure figure : each.subList(0, each.size() - 1)) {
                table.append(format(" %,.0f |", figure.usersPerSecond()));
                best = Math.max(best, figure.usersPerSecond());
            }
            Figure auto = each.get(each.size() - 1);
            table.append(format(
                    " %,.0f | %d | **%.2f** |%n", auto.usersPerSecond(), auto.limit(), auto.usersPerSecond() / best));
        }
        return table.toString();
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
