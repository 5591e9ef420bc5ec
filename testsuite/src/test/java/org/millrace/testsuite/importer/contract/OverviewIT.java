package org.millrace.testsuite.importer.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.server.SharedServers;
import org.millrace.testsuite.server.process.HarnessSettings;

/** {@code GET .../bulk-import} says what the server imports, and how. */
class OverviewIT {
    private static final ImportRealm REALM = ImportRealm.shared(SharedServers.postgres());

    private static Answer overview(ImportRealm caller) {
        return caller.admin().get(caller.base() + "/bulk-import");
    }

    @Test
    void versionsEntitiesAndWritersAreNamed() {
        JsonNode overview = overview(REALM).ok().json();

        assertThat(overview.path("version").asText()).matches("\\d+\\.\\d+\\.\\d+(-SNAPSHOT)?");
        assertThat(overview.path("keycloak").path("version").asText())
                .isEqualTo(HarnessSettings.get("millrace.keycloak.version"));
        assertThat(overview.path("database").asText()).isEqualTo("PostgreSQL");
        assertThat(overview.path("jobs").path("available").asBoolean()).isTrue();
        Map<String, String> writers = new TreeMap<>();
        overview.path("entities")
                .forEach(entity -> writers.put(
                        entity.path("name").asText(),
                        entity.path("writer").path("name").asText()));
        assertThat(writers)
                .containsEntry("users", "copy")
                .containsEntry("groups", "copy")
                .containsEntry("roles", "copy")
                .containsEntry("resources", "copy")
                .containsEntry("clients", "model")
                .containsEntry("organizations", "model")
                .containsEntry("records", "mixed");
    }

    @Test
    void serverInfoOfTheAdminConsoleNamesTheVersion() {
        JsonNode provider = AdminClient.of(SharedServers.postgres().node())
                .get("/admin/serverinfo")
                .ok()
                .json()
                .at("/providers/admin-realm-restapi-extension/providers/bulk-import/operationalInfo");

        assertThat(provider.path("version").asText())
                .isEqualTo(overview(REALM).json().path("version").asText());
        assertThat(provider.path("state").asText()).isEqualTo("enabled");
    }

    @Test
    void anyPermissionToImportIsEnough() {
        assertThat(overview(REALM.as(REALM.newAdmin("manage-users"))).status()).isEqualTo(200);
        assertThat(overview(REALM.as(REALM.newAdmin("view-users"))).status()).isEqualTo(403);
    }
}
