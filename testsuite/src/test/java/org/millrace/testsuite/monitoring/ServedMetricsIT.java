package org.millrace.testsuite.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Metrics;
import org.millrace.testsuite.client.Polling;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.SharedServers;

/** What dashboards, alerts and documentation name is what a server serves. */
class ServedMetricsIT {
    private static final Pattern DOCUMENTED = Pattern.compile("`(keycloak_(?:bulk_import|advisor)_[a-z_]+)`");
    private static final String TIMER = "keycloak_bulk_import_chunk_seconds";

    private final Node node = SharedServers.postgres().node();

    @Test
    void everyMetricOfDashboardsAndAlertsIsServed() throws IOException {
        Set<String> wanted = MonitoringFiles.allMetrics();
        importAUser();

        Polling.await(
                "all metrics of the dashboards and alerts",
                () -> missing(wanted).isEmpty());

        assertThat(wanted).hasSizeGreaterThan(40);
        assertThat(missing(wanted)).isEmpty();
    }

    @Test
    void everyDocumentedMetricIsServedAndEveryServedOneIsDocumented() throws IOException {
        Set<String> documented = DOCUMENTED
                .matcher(Files.readString(MonitoringFiles.ROOT.resolve("docs/reference/metrics.md")))
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        importAUser();

        Polling.await("all documented metrics", () -> served().containsAll(documented));

        assertThat(served()).isEqualTo(documented);
    }

    /** Some metrics exist from the first import, login or diagnosis on. */
    private void importAUser() {
        AdminClient admin = AdminClient.of(node);
        String realm = "metrics-" + UUID.randomUUID();
        admin.createRealm(realm);
        admin.post(
                        "/admin/realms/" + realm + "/bulk-import/users",
                        "application/x-ndjson",
                        "{\"username\":\"alice\",\"enabled\":true}\n")
                .ok();
        admin.deleteRealm(realm);
    }

    private Set<String> missing(Set<String> wanted) {
        Metrics metrics = Metrics.of(node);
        return wanted.stream().filter(name -> metrics.value(name).isEmpty()).collect(Collectors.toSet());
    }

    /** The names of Millrace's series; a timer has one name. */
    private Set<String> served() {
        return Pattern.compile("^(keycloak_(?:bulk_import|advisor)_[a-z_]+)", Pattern.MULTILINE)
                .matcher(Metrics.of(node).text())
                .results()
                .map(found -> found.group(1))
                .map(name -> name.startsWith(TIMER) ? TIMER : name)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
