package org.millrace.testsuite.advisor.incident;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.millrace.testsuite.advisor.fault.ExtensionJar;
import org.millrace.testsuite.advisor.fault.FaultTest;
import org.millrace.testsuite.advisor.fault.SlowServer;
import org.millrace.testsuite.advisor.load.Load;
import org.millrace.testsuite.advisor.load.LoadedRealm;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.server.ServerUnderTest;

/** Logins that an event listener of a provider JAR holds up. With {@code -Pfaults} only. */
class ExtensionIncidentsIT {

    @FaultTest
    void slowListenerIsNamedByItsJarAndItsCallByTheOneThatMakesIt(@TempDir Path directory) throws IOException {
        @Nullable String before = ExtensionJar.use(ExtensionJar.slow(directory));
        try (ServerUnderTest server = ServerUnderTest.start(IncidentsContract.options());
                SlowServer called = new SlowServer()) {
            AdminClient admin = AdminClient.of(server.node());
            ReportedIncident incident = new ReportedIncident(admin);
            LoadedRealm.create(admin, LoadedRealm.CHEAP);
            set(Map.of("eventsListeners", List.of("slow")), admin);
            try (Load load = new Load(server.node(), 6, Load.LOGINS)) {
                JsonNode finding = incident.await("KC-TIME-EXTENSION", "extension", "slow-listener.jar");

                assertThat(finding.path("why").asText("slow-listener.jar")).contains("slow-listener.jar");
            }
            incident.isGone("KC-TIME-EXTENSION");
            set(Map.of("attributes", Map.of("listener-url", "http://127.0.0.1:" + called.port() + "/")), admin);
            try (Load load = new Load(server.node(), 6, Load.LOGINS)) {
                JsonNode finding = incident.await("KC-EXT-004", "http", "slow-listener.jar");

                assertThat(finding.path("why").asText("slow-listener.jar")).contains("slow-listener.jar");
            }
            incident.isGone("KC-EXT-004");
        } finally {
            ExtensionJar.restore(before);
        }
    }

    private static void set(Map<String, ?> realm, AdminClient admin) {
        admin.put("/admin/realms/" + LoadedRealm.NAME, realm).ok();
    }
}
