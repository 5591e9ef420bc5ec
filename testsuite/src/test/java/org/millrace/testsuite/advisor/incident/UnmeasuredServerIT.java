package org.millrace.testsuite.advisor.incident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.advisor.AdvisorContract.ADVISOR;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import org.millrace.testsuite.advisor.Brief;
import org.millrace.testsuite.advisor.fault.FaultTest;
import org.millrace.testsuite.advisor.fault.SlowServer;
import org.millrace.testsuite.advisor.load.Load;
import org.millrace.testsuite.advisor.load.LoadedRealm;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;

/** A server whose metrics are off, right after its start. With {@code -Pfaults} only. */
class UnmeasuredServerIT {

    @FaultTest
    void slowLdapServerAndAQueueAreNamedWithoutMetrics() {
        ServerOptions options = ServerOptions.postgres()
                .withBuildOption("metrics-enabled", "false")
                .with("http-pool-max-threads", "6")
                .with("db-pool-max-size", "20");
        try (ServerUnderTest server = ServerUnderTest.start(options);
                SlowServer ldap = new SlowServer()) {
            AdminClient admin = AdminClient.of(server.node());
            LoadedRealm.create(admin, LoadedRealm.CHEAP);
            JsonNode first = admin.get(ADVISOR + "/report").ok().json();
            assertThat(first.path("principal").isNull()).as("%s", first).isTrue();
            for (JsonNode finding : first.path("findings")) {
                assertThat(finding.path("severity").asText()).as("%s", finding).isEqualTo("info");
            }
            assertThat(first.path("findings").findValuesAsText("rule")).contains("KC-OBS-001");
            LoadedRealm.addLdap(admin, ldap.port());
            try (Load background = new Load(server.node(), 2, Load.paced(Duration.ofMillis(300), Load.MIXED));
                    Load load = new Load(server.node(), 12, Load.UNKNOWN_ADDRESSES)) {
                Brief brief =
                        Brief.await(server.node(), each -> each.principal().equals("KC-EXT-001"));

                assertThat(brief.principal()).as(brief.body()).isEqualTo("KC-EXT-001");
            }
            JsonNode kept = admin.get(ADVISOR + "/incidents").ok().json().path("incidents");
            JsonNode report = admin.get(
                            ADVISOR + "/incidents/" + kept.path(0).path("id").asText())
                    .ok()
                    .json();
            assertThat(report.path("timeModel").findValuesAsText("category")).contains("ldap", "request-thread");
        }
    }
}
