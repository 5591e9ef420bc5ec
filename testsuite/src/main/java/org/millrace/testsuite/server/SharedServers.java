package org.millrace.testsuite.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.millrace.testsuite.endpoint.PasswordEndpoints;
import org.millrace.testsuite.server.database.DatabaseKind;
import org.millrace.testsuite.server.process.HarnessSettings;

/**
 * One running server for all tests that ask for the same options: a start takes half a minute. It stays until the JVM ends. Tests
 * that use it create a realm of their own and leave the server unchanged; a test that kills a node or changes the master realm
 * starts a server of its own.
 */
public final class SharedServers {
    /** The pepper with which hashes of tests were made; the server has it as key {@code devise}. */
    public static final String HASH_PEPPER = "s3cret-pepper";

    /** The signer key with which hashes of tests were made; the server has it as key {@code firebase}. */
    public static final String HASH_SIGNER_KEY =
            "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==";

    private static final String HASH_KEY = "spi-admin-realm-restapi-extension--bulk-import--hash-key-";
    private static final String FOREIGN_KEY_CHECKS =
            "spi-admin-realm-restapi-extension--bulk-import--foreign-key-checks";
    private static final String MATCH_BY_EMAIL = "spi-admin-realm-restapi-extension--bulk-import--match-by-email";
    private static final String SOURCE_MAPPINGS = "spi-admin-realm-restapi-extension--bulk-import--source-mappings";
    private static final String PAGE = "spi-realm-restapi-extension--millrace--page";

    /** C2 compiles less, which saves processor time of starts. */
    private static final String FEWER_COMPILATIONS = "-XX:Tier4InvocationThreshold=40000"
            + " -XX:Tier4MinInvocationThreshold=5000 -XX:Tier4CompileThreshold=120000";

    private static final Map<ServerOptions, Start> STARTS = new ConcurrentHashMap<>();

    /** A start is tried once: a server that does not start for one test does not start for the next hundred either. */
    private sealed interface Start {
        record Succeeded(ServerUnderTest server) implements Start {}

        record Failed(RuntimeException reason) implements Start {}

        static Start of(ServerOptions options) {
            try {
                return new Succeeded(ServerUnderTest.start(options));
            } catch (RuntimeException e) {
                return new Failed(e);
            }
        }
    }

    /** A mapping in a file, as operators add one. */
    private static final class OwnMappings {
        static final Path DIRECTORY = write();

        private static Path write() {
            try {
                Path directory = Files.createDirectories(
                        HarnessSettings.path("millrace.work").resolve("mappings"));
                Files.writeString(directory.resolve("in-house.json"), """
                        {"name":"in-house","title":"The shop's own table of users","section":"accounts",
                         "fields":[{"from":"login","to":"username"},{"from":"mail","to":"email"},{"from":"locked","to":"enabled","as":"not"},
                           {"from":"links[at=corporate].id","to":"federatedIdentities.corporate"}],
                         "hashes":[{"format":"digest","value":"hash","salt":"salt","constants":{"digest":"sha256"}}],
                         "constants":{"firstName":"Some","lastName":"Body","emailVerified":true},"defaults":{"enabled":true}}
                        """);
                Files.writeString(directory.resolve("lazy.json"), """
                        {"name":"lazy","title":"Cognito, with passwords verified by the endpoint shop","section":"Users","pairs":["Attributes"],
                         "fields":[{"from":"Username","to":"username"},{"from":"Attributes.email","to":"email"},
                           {"from":"Attributes.given_name","to":"firstName"},{"from":"Attributes.family_name","to":"lastName"},
                           {"from":"Enabled","to":"enabled","as":"boolean"}],
                         "hashes":[{"format":"legacy","value":"Username","constants":{"endpoint":"shop"}}]}
                        """);
                return directory;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private SharedServers() {}

    /**
     * One node on PostgreSQL, which says all it has to say, has all metrics and serves the standalone page. As a plain process, it
     * can call {@link PasswordEndpoints}, and has a mapping {@code in-house} of its own.
     */
    public static ServerUnderTest postgres() {
        ServerOptions options = talking(ServerOptions.postgres())
                .withBuildOption("event-metrics-user-enabled", "true")
                .with("http-metrics-slos", "25,250,1000,2500")
                .with(PAGE, "true");
        return get(
                areProcesses()
                        ? options.with(PasswordEndpoints.instance().options())
                                .with(SOURCE_MAPPINGS, OwnMappings.DIRECTORY.toString())
                        : options);
    }

    /**
     * One node on PostgreSQL whose operator allows more than the defaults do: records may match users by emails that are not verified, and
     * foreign keys may be checked once for each chunk. Its role lacks the privilege for the latter, which a test can grant.
     */
    public static ServerUnderTest permissivePostgres() {
        return get(talking(ServerOptions.postgres())
                .with(FOREIGN_KEY_CHECKS, "chunk")
                .with(MATCH_BY_EMAIL, "any"));
    }

    /** One node on H2, which says all it has to say. */
    public static ServerUnderTest h2() {
        return get(talking(ServerOptions.h2()));
    }

    /** One node on MariaDB, which says all it has to say. */
    public static ServerUnderTest mariaDb() {
        return get(talking(ServerOptions.mariaDb()));
    }

    /** Whether servers are plain processes: faults are tried on these, and in containers only what differs there. */
    public static boolean areProcesses() {
        return HarnessSettings.get("millrace.server").equals("process");
    }

    /** Whether MariaDB can be had: its binaries were fetched by the build, and everything runs as plain processes. */
    public static boolean hasMariaDb() {
        return areProcesses() && DatabaseKind.MARIADB.missing().isEmpty();
    }

    /** With the provider at its most talkative, tests notice a secret in the log. */
    private static ServerOptions talking(ServerOptions options) {
        return options.withJavaOptions(FEWER_COMPILATIONS)
                .with("log-level", "info,org.millrace:debug")
                .with(HASH_KEY + "devise", HASH_PEPPER)
                .with(HASH_KEY + "firebase", HASH_SIGNER_KEY);
    }

    /** Whether a node belongs to a server that all tests share. */
    public static boolean isShared(Node node) {
        return STARTS.values().stream()
                .anyMatch(start -> start instanceof Start.Succeeded succeeded
                        && succeeded.server().nodes().contains(node));
    }

    /**
     * The server for these options, with one node; starts it if it is not running yet.
     *
     * @throws IllegalStateException if it did not start, now or when it was first asked for
     */
    public static ServerUnderTest get(ServerOptions options) {
        Start start = STARTS.computeIfAbsent(options, Start::of);
        if (start instanceof Start.Failed failed) {
            throw new IllegalStateException("the shared server did not start", failed.reason());
        }
        return ((Start.Succeeded) start).server();
    }
}
