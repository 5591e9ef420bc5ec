package org.millrace.testsuite.advisor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;

/** A server and a database with the settings of the compose files leave the advisor nothing to say above info. */
@Thorough
class ComposeSettingsIT {
    private static final Path DOCKER = Path.of(System.getProperty("project.root", ".."), "docker");

    /** The harness has its own values for these. */
    private static final Set<String> OF_THE_HARNESS = Set.of(
            "db-url",
            "db-username",
            "db-password",
            "bootstrap-admin-username",
            "bootstrap-admin-password",
            "hostname",
            "http-enabled");

    /** What waits or would wait under load depends on the machine. */
    private static final List<String> OF_THE_MACHINE = List.of("saturation", "capacity");

    private static final Pattern VARIABLE = Pattern.compile("^KC_(\\w+)=(.+)$", Pattern.MULTILINE);
    private static final Pattern BUILD_OPTIONS = Pattern.compile("BUILD_OPTIONS: (.+)$", Pattern.MULTILINE);
    private static final Pattern OPTION = Pattern.compile("--([a-z-]+)=(\\S+)");
    private static final Pattern DATABASE_SETTING = Pattern.compile("^ +- -c\\n +- (\\w+)=(\\S+)$", Pattern.MULTILINE);

    private static final Duration WATCHED = Duration.ofSeconds(90);
    private static final Duration PAUSE = Duration.ofSeconds(2);

    @Test
    void firstReportHasNothingAboveInfo() throws IOException {
        Set<String> found = new TreeSet<>();
        int reports = 0;

        try (ServerUnderTest server = ServerUnderTest.start(options())) {
            AdminClient admin = AdminClient.of(server.node());
            long start = System.nanoTime();
            while (System.nanoTime() - start < WATCHED.toNanos()) {
                for (JsonNode finding : new Reports(admin, "5m").now().path("findings")) {
                    if (!finding.path("severity").asText().equals("info")
                            && !OF_THE_MACHINE.contains(finding.path("lane").asText())) {
                        found.add(finding.path("rule").asText() + ": "
                                + finding.path("why").asText());
                    }
                }
                reports++;
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }

        assertThat(reports).isPositive();
        assertThat(found).isEmpty();
    }

    private static ServerOptions options() throws IOException {
        // The default of PostgreSQL, as in the container.
        ServerOptions options = ServerOptions.postgres().withDatabaseSetting("max_connections", "100");
        String compose = Files.readString(DOCKER.resolve("compose.yaml"));
        for (MatchResult setting : DATABASE_SETTING.matcher(compose).results().toList()) {
            options = options.withDatabaseSetting(setting.group(1), setting.group(2));
        }
        MatchResult build = BUILD_OPTIONS.matcher(compose).results().findFirst().orElseThrow();
        for (MatchResult option : OPTION.matcher(build.group(1)).results().toList()) {
            if (!option.group(1).equals("db")) {
                options = options.withBuildOption(option.group(1), option.group(2));
            }
        }
        String environment = Files.readString(DOCKER.resolve("keycloak.env"));
        for (MatchResult variable : VARIABLE.matcher(environment).results().toList()) {
            String name = variable.group(1).toLowerCase(Locale.ROOT).replace('_', '-');
            if (!OF_THE_HARNESS.contains(name)) {
                options = options.with(name, variable.group(2));
            }
        }
        assertThat(options.databaseSettings()).containsKey("max_wal_size");
        assertThat(options.buildOptions()).containsKey("event-metrics-user-enabled");
        assertThat(options.options()).containsKeys("db-pool-max-size", "http-metrics-slos");
        return options;
    }
}
