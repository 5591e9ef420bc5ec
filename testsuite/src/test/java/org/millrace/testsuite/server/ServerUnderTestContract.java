package org.millrace.testsuite.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Metrics;
import org.millrace.testsuite.server.process.HarnessSettings;

/** The contract of every server under test, on every database. */
abstract class ServerUnderTestContract {
    abstract ServerUnderTest server();

    @Test
    void aRealmMadeOverHttpIsARowInTheDatabase() throws SQLException {
        AdminClient admin = AdminClient.of(server().node());
        String realm = "harness-" + UUID.randomUUID();

        admin.createRealm(realm);

        try (Connection connection = server().database().connect();
                PreparedStatement query = connection.prepareStatement("SELECT enabled FROM realm WHERE name = ?")) {
            query.setString(1, realm);
            ResultSet row = query.executeQuery();
            assertThat(row.next()).isTrue();
            assertThat(row.getBoolean(1)).isTrue();
        }
        admin.deleteRealm(realm);
    }

    @Test
    void theProviderIsLoaded() {
        JsonNode spis = AdminClient.of(server().node())
                .get("/admin/serverinfo")
                .ok()
                .json()
                .path("providers");

        assertThat(spis.path("admin-realm-restapi-extension").path("providers").fieldNames())
                .toIterable()
                .contains("bulk-import", "advisor");
    }

    @Test
    void theManagementPortServesMetrics() {
        Metrics metrics = Metrics.of(server().node());

        assertThat(metrics.value("jvm_memory_used_bytes")).isPresent();
    }

    @Test
    void theLogNamesTheKeycloakVersion() {
        String log = server().node().log();

        assertThat(log).contains("Keycloak " + HarnessSettings.get("millrace.keycloak.version"));
    }
}
