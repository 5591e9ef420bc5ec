package org.millrace.testsuite.journey;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;

/**
 * PostgreSQL and two Keycloak nodes in the proportions of the migration that the journey repeats, whose settings are changed as a report
 * says. For one thread.
 *
 * <p>That migration had 2,750 connections, 480 request threads and 512 requests at the same time on 6 cores of the database, and a
 * write-ahead log of 1 GB for up to 12 million records per hour.
 */
final class Installation implements AutoCloseable {
    static final int NODES = 2;

    private static final int CONNECTIONS_PER_CORE = 333 / 2;
    private static final int THREADS_PER_CORE = 40;
    private static final int REQUESTS_PER_CORE = 60;
    private static final int MOST_REQUESTS = 126;

    private static final int MOST_IMPORTS = 64;
    private static final int OTHER_CONNECTIONS = 30;
    private static final int HEAP_MEBIBYTES = 1024;

    /** What the operators of the database had left as it was, or set in the belief that vacuum disturbs. */
    private static final Map<String, String> DATABASE = Map.of(
            "max_wal_size", "64MB",
            "min_wal_size", "32MB",
            "autovacuum_naptime", "5min",
            "autovacuum_vacuum_scale_factor", "0.4",
            "autovacuum_vacuum_cost_delay", "20ms",
            "autovacuum_vacuum_cost_limit", "100");

    private final ServerUnderTest server;
    private final Map<String, String> options = new TreeMap<>();
    private final Map<String, String> variables = new TreeMap<>();
    private final Map<String, String> javaOptions = new TreeMap<>();

    private Installation(ServerUnderTest server) {
        this.server = server;
    }

    /** Starts the database and the nodes, badly configured. */
    static Installation start() throws SQLException {
        Installation installation = new Installation(ServerUnderTest.create(options()));
        try {
            installation.options.put("db-pool-max-size", Integer.toString(pool()));
            installation.options.put("http-pool-max-threads", Integer.toString(threads()));
            for (String limit : List.of("max-imports", "max-imports-per-user")) {
                installation.options.put(
                        "spi-admin-realm-restapi-extension--bulk-import--" + limit, Integer.toString(MOST_IMPORTS));
            }
            for (Map.Entry<String, String> setting : new TreeMap<>(DATABASE).entrySet()) {
                installation.execute("ALTER SYSTEM SET " + setting.getKey() + " = '" + setting.getValue() + "'");
            }
            installation.execute("SELECT pg_reload_conf()");
            installation.startNodes();
            return installation;
        } catch (SQLException | RuntimeException e) {
            installation.close();
            throw e;
        }
    }

    private static ServerOptions options() {
        return ServerOptions.postgres()
                .withEmptyDatabase()
                .withDatabaseSetting("max_connections", Integer.toString(NODES * pool() + OTHER_CONNECTIONS))
                .withDatabaseSetting("shared_buffers", "512MB")
                .withHeapMebibytes(HEAP_MEBIBYTES);
    }

    private static int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    /** Connections of each node. */
    static int pool() {
        return CONNECTIONS_PER_CORE * cores();
    }

    /** Request threads of each node. */
    static int threads() {
        return THREADS_PER_CORE * cores();
    }

    /** Requests of the migration at the same time, to both nodes together. */
    static int requests() {
        return Math.min(MOST_REQUESTS, REQUESTS_PER_CORE * cores());
    }

    /** As the page has it. */
    static String description() {
        return String.format(
                Locale.ROOT,
                "%d nodes, each with up to %d database connections and %d request threads; %d requests at the same time; %s",
                NODES,
                pool(),
                threads(),
                requests(),
                new TreeMap<>(DATABASE)
                        .entrySet().stream()
                                .map(setting -> setting.getKey() + "=" + setting.getValue())
                                .collect(Collectors.joining(", ")));
    }

    List<Node> nodes() {
        return server.nodes();
    }

    Connection connect() throws SQLException {
        return server.database().connectAsSuperuser();
    }

    /** Runs a statement as a superuser, outside of a transaction. */
    void execute(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Changes the settings as a finding says, and starts what must be started again; the nodes always are. */
    void apply(Advice.Finding finding) throws SQLException {
        boolean database = false;
        for (Advice.Step step : finding.steps()) {
            database |= apply(step) && finding.restart();
        }
        server.nodes().forEach(Node::stop);
        if (database) {
            execute("CHECKPOINT");
            server.killDatabase();
            server.restartDatabase();
        }
        startNodes();
    }

    private void startNodes() {
        for (int i = 0; i < NODES; i++) {
            server.startNode(this::configured);
        }
    }

    private ServerOptions configured(ServerOptions own) {
        ServerOptions result = own.with(options);
        for (Map.Entry<String, String> variable : variables.entrySet()) {
            result = result.withVariable(variable.getKey(), variable.getValue());
        }
        return result.withJavaOptions(javaOptions.entrySet().stream()
                .map(option -> option.getKey() + (option.getValue().isEmpty() ? "" : "=" + option.getValue()))
                .collect(Collectors.joining(" ")));
    }

    /** @return whether it is a setting of the database */
    private boolean apply(Advice.Step step) throws SQLException {
        switch (step.kind()) {
            case "option" -> set(options, step.name(), step);
            case "property" ->
                set(variables, step.name().toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_"), step);
            case "jvm-option" -> set(javaOptions, step.name(), step);
            default -> {
                execute(sql(step));
                execute("SELECT pg_reload_conf()");
                return true;
            }
        }
        return false;
    }

    private static void set(Map<String, String> settings, String name, Advice.Step step) {
        step.to().ifPresentOrElse(value -> settings.put(name, value), () -> settings.remove(name));
    }

    private String sql(Advice.Step step) throws SQLException {
        String name = step.name();
        return switch (step.kind()) {
            case "postgres-parameter" -> "ALTER SYSTEM " + assignment(name, step);
            case "database-parameter" -> "ALTER DATABASE " + database() + " " + assignment(name, step);
            case "table-option" -> {
                int dot = name.indexOf('.');
                String option = name.substring(dot + 1);
                yield "ALTER TABLE " + name.substring(0, dot)
                        + step.to()
                                .map(value -> " SET (" + option + " = " + value + ")")
                                .orElse(" RESET (" + option + ")");
            }
            case "table-persistence" ->
                "ALTER TABLE " + name + " SET " + step.to().orElseThrow();
            case "index" ->
                step.to()
                        .map(columns -> "CREATE INDEX CONCURRENTLY IF NOT EXISTS " + name + " ON " + columns)
                        .orElse("DROP INDEX CONCURRENTLY IF EXISTS " + name);
            default -> throw new IllegalStateException("The journey cannot apply " + step.kind() + " " + step.text());
        };
    }

    private static String assignment(String name, Advice.Step step) {
        return step.to().map(value -> "SET " + name + " = '" + value + "'").orElse("RESET " + name);
    }

    private String database() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT quote_ident(current_database())")) {
            row.next();
            return row.getString(1);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
