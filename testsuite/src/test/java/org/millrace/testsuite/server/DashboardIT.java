package org.millrace.testsuite.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Metrics;

class DashboardIT {
    /** The advisor samples every few seconds. */
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private static final Pattern METRIC = Pattern.compile("\\b(keycloak|agroal)_[a-z_]+");

    @Test
    void everyMetricOfTheDashboardIsServed() throws IOException {
        Node node = SharedServers.postgres().node();
        AdminClient admin = AdminClient.of(node);
        String realm = "dashboard-" + UUID.randomUUID();
        Set<String> wanted = metricsOfTheDashboard();

        admin.createRealm(realm);
        admin.post(
                        "/admin/realms/" + realm + "/bulk-import/users",
                        "application/x-ndjson",
                        BodyPublishers.ofString("{\"username\":\"alice\",\"enabled\":true}\n"))
                .ok();
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (!missing(wanted, node).isEmpty() && System.nanoTime() < deadline) {
            LockSupport.parkNanos(Duration.ofMillis(500).toNanos());
        }

        assertThat(wanted).hasSizeGreaterThan(5);
        assertThat(missing(wanted, node)).isEmpty();
    }

    private static Set<String> missing(Set<String> wanted, Node node) {
        Metrics metrics = Metrics.of(node);
        return wanted.stream().filter(name -> metrics.value(name).isEmpty()).collect(Collectors.toSet());
    }

    private static Set<String> metricsOfTheDashboard() throws IOException {
        Path docker = HarnessSettings.path("millrace.dockerfile").resolveSibling("metrics");
        JsonNode dashboard = new ObjectMapper()
                .readTree(docker.resolve("grafana/dashboards/millrace.json").toFile());
        return dashboard.findValuesAsText("expr").stream()
                .flatMap(expression -> METRIC.matcher(expression).results())
                .map(MatchResult::group)
                .collect(Collectors.toSet());
    }
}
