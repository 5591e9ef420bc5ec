package org.millrace.testsuite.advisor.incident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.advisor.AdvisorContract.ADVISOR;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.advisor.Brief;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Polling;
import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;

/** Incidents and changes are stored in Keycloak's database, and are there after a restart. */
@Thorough
class StoredIncidentsIT {

    @Test
    void incidentOfAnOutageAndChangesAreThereAfterARestart() throws SQLException {
        ServerOptions options = ServerOptions.postgres().startingFast().with("db-pool-max-size", "25");
        try (ServerUnderTest server = ServerUnderTest.start(options)) {
            AdminClient admin = AdminClient.of(server.node());
            admin.post(ADVISOR + "/changes", Map.of("label", "first look")).ok();
            server.killDatabase();
            try {
                Brief.await(server.node(), brief -> brief.principal().equals("KC-PG-020"));
            } finally {
                server.restartDatabase();
            }
            Polling.until("the incident is stored", () -> stored(server, "millrace_incident", "RULE_ID", "KC-PG-020"));
            Polling.until("the mark is stored", () -> stored(server, "millrace_change", "NAME", "first look"));
            Polling.until("settings are stored", () -> stored(server, "millrace_server", "1", "1"));
            Polling.await("requests after the mark are measured", () -> measured(admin, "label", "first look"));
            JsonNode before = incident(admin);
            server.node().stop();
            assertThat(stored(server, "millrace_fingerprint", "KIND", "admin"))
                    .as("what was measured before the stop")
                    .isTrue();

            AdminClient later = AdminClient.of(server.startNode(Map.of("db-pool-max-size", "26")));

            JsonNode after = incident(later);
            assertThat(after.path("id")).isEqualTo(before.path("id"));
            assertThat(after.path("since")).isEqualTo(before.path("since"));
            for (String format : new String[] {"json", "html", "markdown"}) {
                assertThat(later.get(ADVISOR + "/incidents/" + after.path("id").asText() + "?format=" + format)
                                .ok()
                                .body())
                        .contains("The database cannot be reached");
            }
            Polling.await("the changes are seen", () -> change(later, "name", "db-pool-max-size") != null);
            JsonNode pool = change(later, "name", "db-pool-max-size");
            assertThat(pool.path("kind").asText()).isEqualTo("setting");
            assertThat(pool.path("from").asText()).isEqualTo("25");
            assertThat(pool.path("to").asText()).isEqualTo("26");
            JsonNode all = changes(later);
            assertThat(all.findValuesAsText("label")).contains("first look");
            assertThat(all.findValuesAsText("kind")).contains("restart");
            assertThat(all.findValuesAsText("name").stream()
                            .filter(name -> !name.equals("db-pool-max-size") && !name.endsWith("port")))
                    .as("a restart changes nothing but the ports of this harness: %s", all)
                    .hasSize(1);
            Polling.await("requests after the restart are measured", () -> measured(later, "name", "db-pool-max-size"));
        }
    }

    private static boolean stored(ServerUnderTest server, String table, String column, String value)
            throws SQLException {
        try (Connection connection = server.database().connect();
                PreparedStatement query =
                        connection.prepareStatement("SELECT 1 FROM " + table + " WHERE " + column + "::text = ?")) {
            query.setString(1, value);
            try (ResultSet found = query.executeQuery()) {
                return found.next();
            }
        }
    }

    private static boolean measured(AdminClient admin, String member, String value) {
        JsonNode change = change(admin, member, value);
        return change != null && change.at("/after/requests/admin/count").asLong() > 0;
    }

    private static JsonNode incident(AdminClient admin) {
        JsonNode incidents = admin.get(ADVISOR + "/incidents").ok().json().path("incidents");
        return StreamSupport.stream(incidents.spliterator(), false)
                .filter(each -> each.path("principal").asText().equals("KC-PG-020"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no such incident in " + incidents));
    }

    private static JsonNode changes(AdminClient admin) {
        return admin.get(ADVISOR + "/changes").ok().json().path("changes");
    }

    private static @Nullable JsonNode change(AdminClient admin, String member, String value) {
        return StreamSupport.stream(changes(admin).spliterator(), false)
                .filter(each -> each.path(member).asText().equals(value))
                .findFirst()
                .orElse(null);
    }
}
