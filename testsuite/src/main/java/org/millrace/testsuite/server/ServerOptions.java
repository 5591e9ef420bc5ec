package org.millrace.testsuite.server;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.millrace.testsuite.server.database.Database;
import org.millrace.testsuite.server.database.DatabaseKind;

/**
 * How a server is to be built and started. Immutable; two equal values describe the same server, which is what
 * {@link SharedServers} goes by.
 *
 * @param options Keycloak's run-time options, named as on its command line without the dashes in front; a node without
 *     {@code http-port} gets a free one
 * @param buildOptions Keycloak's build-time options; health and metrics are on unless said otherwise. (A run-time
 *     option given here is ignored by Keycloak.)
 * @param databaseSettings settings of PostgreSQL, as in {@code postgresql.conf}
 * @param heapMebibytes the most that the JVM's heap may grow to
 * @param javaOptions more JVM flags, may be empty
 * @param variables of the environment in which the server starts
 * @param emptyDatabase whether the first node makes Keycloak's tables itself; else PostgreSQL as a process starts with a copy of a
 *     database in which a Keycloak has started before, which saves half of the time of the first start
 * @param provider whether the JAR is installed
 * @param missingClasses binary names of the classes that the installed JAR lacks
 */
public record ServerOptions(
        DatabaseKind database,
        Map<String, String> options,
        Map<String, String> buildOptions,
        Map<String, String> databaseSettings,
        int heapMebibytes,
        String javaOptions,
        Map<String, String> variables,
        boolean emptyDatabase,
        boolean provider,
        Set<String> missingClasses) {

    public ServerOptions {
        options = sorted(options);
        buildOptions = sorted(buildOptions);
        databaseSettings = sorted(databaseSettings);
        variables = sorted(variables);
    }

    /** PostgreSQL with its durable defaults, and nodes that find each other. */
    public static ServerOptions postgres() {
        return of(DatabaseKind.POSTGRES)
                .withDatabaseSetting("fsync", "on")
                .withDatabaseSetting("synchronous_commit", "on")
                .withDatabaseSetting("max_connections", "300")
                .withDatabaseSetting("shared_preload_libraries", "pg_stat_statements");
    }

    /** The same on another way to the database. */
    public ServerOptions over(DatabaseKind kind) {
        return changed(draft -> draft.database = kind);
    }

    /** H2, one node. */
    public static ServerOptions h2() {
        return of(DatabaseKind.H2).with("cache", "local");
    }

    /** MariaDB, one node; see {@link SharedServers#hasMariaDb()}. */
    public static ServerOptions mariaDb() {
        return of(DatabaseKind.MARIADB).with("cache", "local");
    }

    private static ServerOptions of(DatabaseKind database) {
        return new ServerOptions(
                        database,
                        Map.of("hostname", ServerUnderTest.HOSTNAME),
                        Map.of(),
                        Map.of(),
                        768,
                        "",
                        Map.of(),
                        false,
                        true,
                        Set.of())
                .withBuildOption("health-enabled", "true")
                .withBuildOption("metrics-enabled", "true");
    }

    public ServerOptions with(String option, String value) {
        return changed(draft -> draft.options = plus(options, option, value));
    }

    public ServerOptions with(Map<String, String> more) {
        ServerOptions result = this;
        for (Map.Entry<String, String> option : more.entrySet()) {
            result = result.with(option.getKey(), option.getValue());
        }
        return result;
    }

    public ServerOptions withBuildOption(String option, String value) {
        return changed(draft -> draft.buildOptions = plus(buildOptions, option, value));
    }

    public ServerOptions withDatabaseSetting(String setting, String value) {
        return changed(draft -> draft.databaseSettings = plus(databaseSettings, setting, value));
    }

    public ServerOptions withHeapMebibytes(int most) {
        return changed(draft -> draft.heapMebibytes = most);
    }

    public ServerOptions withJavaOptions(String flags) {
        return changed(draft -> draft.javaOptions = flags);
    }

    /** Compiled by C1 only, in place of other JVM flags: a start takes half of the processor time, and what runs for long gets slower. */
    public ServerOptions startingFast() {
        return withJavaOptions("-XX:TieredStopAtLevel=1");
    }

    /** For tests of a first start, and for a server that is the only one. */
    public ServerOptions withEmptyDatabase() {
        return changed(draft -> draft.emptyDatabase = true);
    }

    /** A Keycloak without the JAR; for plain processes. */
    public ServerOptions withoutProvider() {
        return changed(draft -> draft.provider = false);
    }

    /** A JAR that lacks classes, by their binary names, as if they did not link; for plain processes. */
    public ServerOptions withoutClasses(String... names) {
        return changed(draft -> draft.missingClasses = Set.of(names));
    }

    /** Of the environment in which the server starts. */
    public ServerOptions withVariable(String name, String value) {
        return changed(draft -> draft.variables = plus(variables, name, value));
    }

    /** What {@code kc.sh} reads from the environment, whether in a container or not. */
    Map<String, String> environment() {
        Map<String, String> environment = new TreeMap<>(Map.of(
                "JAVA_OPTS_KC_HEAP",
                "-Xms" + Math.min(256, heapMebibytes) + "m -Xmx" + heapMebibytes + "m",
                "JAVA_OPTS_APPEND",
                javaOptions,
                "KC_BOOTSTRAP_ADMIN_USERNAME",
                ServerUnderTest.ADMIN,
                "KC_BOOTSTRAP_ADMIN_PASSWORD",
                ServerUnderTest.ADMIN));
        environment.putAll(variables);
        return environment;
    }

    /** Where Keycloak finds its database. @param jdbcUrl as Keycloak reaches it */
    static Map<String, String> environment(String jdbcUrl, Database.Account account) {
        return Map.of(
                "KC_DB_URL", jdbcUrl,
                "KC_DB_USERNAME", account.name(),
                "KC_DB_PASSWORD", account.password());
    }

    /** The arguments of {@code kc.sh build}. */
    List<String> buildFlags() {
        Map<String, String> all = new TreeMap<>(plus(buildOptions, "db", database.vendor()));
        all.putAll(database.buildOptions());
        return flags(all);
    }

    static List<String> flags(Map<String, String> options) {
        return options.entrySet().stream()
                .map(option -> "--" + option.getKey() + "=" + option.getValue())
                .toList();
    }

    private static Map<String, String> plus(Map<String, String> map, String key, String value) {
        Map<String, String> larger = new TreeMap<>(map);
        larger.put(key, value);
        return larger;
    }

    private static Map<String, String> sorted(Map<String, String> map) {
        return Collections.unmodifiableMap(new TreeMap<>(map));
    }

    private ServerOptions changed(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.options();
    }

    /** Options of which one is about to change. */
    private static final class Draft {
        private DatabaseKind database;
        private Map<String, String> options;
        private Map<String, String> buildOptions;
        private Map<String, String> databaseSettings;
        private int heapMebibytes;
        private String javaOptions;
        private Map<String, String> variables;
        private boolean emptyDatabase;
        private boolean provider;
        private Set<String> missingClasses;

        private Draft(ServerOptions from) {
            database = from.database;
            options = from.options;
            buildOptions = from.buildOptions;
            databaseSettings = from.databaseSettings;
            heapMebibytes = from.heapMebibytes;
            javaOptions = from.javaOptions;
            variables = from.variables;
            emptyDatabase = from.emptyDatabase;
            provider = from.provider;
            missingClasses = from.missingClasses;
        }

        private ServerOptions options() {
            return new ServerOptions(
                    database,
                    options,
                    buildOptions,
                    databaseSettings,
                    heapMebibytes,
                    javaOptions,
                    variables,
                    emptyDatabase,
                    provider,
                    missingClasses);
        }
    }
}
