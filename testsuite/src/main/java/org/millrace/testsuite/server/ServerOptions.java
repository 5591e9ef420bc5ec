package org.millrace.testsuite.server;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * How a server is to be built and started. Immutable; two equal values describe the same server, which is what
 * {@link SharedServers} goes by.
 *
 * @param options Keycloak's run-time options, named as on its command line without the dashes in front
 * @param buildOptions Keycloak's build-time options; health and metrics are on unless said otherwise. (A run-time
 *     option given here is ignored by Keycloak.)
 * @param databaseSettings settings of PostgreSQL, as in {@code postgresql.conf}
 * @param heap the JVM's heap flags, for example {@code -Xms256m -Xmx768m}
 * @param javaOptions more JVM flags, may be empty
 */
public record ServerOptions(
        DatabaseKind database,
        Map<String, String> options,
        Map<String, String> buildOptions,
        Map<String, String> databaseSettings,
        String heap,
        String javaOptions) {

    public ServerOptions {
        options = sorted(options);
        buildOptions = sorted(buildOptions);
        databaseSettings = sorted(databaseSettings);
    }

    /** PostgreSQL with its durable defaults, and nodes that find each other. */
    public static ServerOptions postgres() {
        return of(DatabaseKind.POSTGRES)
                .withDatabaseSetting("fsync", "on")
                .withDatabaseSetting("synchronous_commit", "on")
                .withDatabaseSetting("max_connections", "300")
                .withDatabaseSetting("shared_preload_libraries", "pg_stat_statements");
    }

    /** H2, one node. */
    public static ServerOptions h2() {
        return of(DatabaseKind.H2).with("cache", "local");
    }

    private static ServerOptions of(DatabaseKind database) {
        return new ServerOptions(
                        database,
                        Map.of("hostname", ServerUnderTest.HOSTNAME),
                        Map.of(),
                        Map.of(),
                        "-Xms256m -Xmx768m",
                        "")
                .withBuildOption("health-enabled", "true")
                .withBuildOption("metrics-enabled", "true");
    }

    public ServerOptions with(String option, String value) {
        return new ServerOptions(
                database, plus(options, option, value), buildOptions, databaseSettings, heap, javaOptions);
    }

    public ServerOptions withBuildOption(String option, String value) {
        return new ServerOptions(
                database, options, plus(buildOptions, option, value), databaseSettings, heap, javaOptions);
    }

    public ServerOptions withDatabaseSetting(String setting, String value) {
        return new ServerOptions(
                database, options, buildOptions, plus(databaseSettings, setting, value), heap, javaOptions);
    }

    public ServerOptions withHeap(String flags) {
        return new ServerOptions(database, options, buildOptions, databaseSettings, flags, javaOptions);
    }

    public ServerOptions withJavaOptions(String flags) {
        return new ServerOptions(database, options, buildOptions, databaseSettings, heap, flags);
    }

    private static Map<String, String> plus(Map<String, String> map, String key, String value) {
        Map<String, String> larger = new TreeMap<>(map);
        larger.put(key, value);
        return larger;
    }

    private static Map<String, String> sorted(Map<String, String> map) {
        return Collections.unmodifiableMap(new TreeMap<>(map));
    }
}
