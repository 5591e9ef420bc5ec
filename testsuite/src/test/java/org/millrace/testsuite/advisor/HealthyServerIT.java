package org.millrace.testsuite.advisor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;

/** A server that is set up with sense and has time to spare is left in peace. */
class HealthyServerIT {

    private static final Duration WATCHED = Duration.ofMinutes(10);
    private static final Duration PAUSE = Duration.ofSeconds(5);

    @FaultTest
    void nothingAboveANoteIsFoundInTenMinutes() {
        ServerOptions options = FaultsIT.options()
                .with("db-pool-initial-size", "15")
                .with("db-pool-min-size", "15")
                .with("db-pool-max-size", "15")
                .with("http-max-queued-requests", "500")
                .with("http-metrics-slos", "250");
        List<String> found = new ArrayList<>();
        int reports = 0;
        try (ServerUnderTest server = ServerUnderTest.start(options)) {
            AdminClient admin = AdminClient.of(server.node());
            LoadedRealm.create(admin, "");
            try (Load load = new Load(server.node(), 3, Load.paced(Duration.ofMillis(900), Load.MIXED))) {
                long end = System.nanoTime() + WATCHED.toNanos();
                while (System.nanoTime() < end) {
                    Treatment.log("healthy", load.perSecond(PAUSE));
                    reports++;
                    for (JsonNode finding : new Reports(admin, "5m").now().path("findings")) {
                        if (!finding.path("severity").asText().equals("info")) {
                            found.add(finding.path("rule").asText() + ": "
                                    + finding.path("why").asText());
                        }
                    }
                }
            }
        }

        assertThat(reports).isPositive();
        assertThat(found).isEmpty();
    }
}
