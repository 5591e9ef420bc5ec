package org.millrace.testsuite.importer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AccessToken;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/**
 * A whole realm comes in one call, can be used, and is as it was when it comes again. With {@code -Dmillrace.graph=1000} it has
 * 50,000 users and all that goes with them.
 */
class WholeGraphIT {
    private static final String PASSWORD = "secret-of-the-first";

    private final ServerUnderTest server = SharedServers.postgres();
    private final WholeGraph graph = new WholeGraph(Integer.getInteger("millrace.graph", 20));
    private final ImportRealm realm = ImportRealm.create(server, Map.of("organizationsEnabled", true));

    @Test
    void wholeRealmComesInOneCallCanBeUsedAndIsUnchangedTheSecondTime() throws SQLException {
        String body = graph.lines().map(line -> line + "\n").collect(Collectors.joining());

        ImportAnswer first = take(realm.into("records"), body);
        ImportAnswer second = take(realm.into("records").with("onConflict=merge"), body);

        assertThat(first.count("created")).as("%s", problems(first)).isEqualTo(graph.size());
        assertThat(second.count("unchanged")).as("%s", problems(second)).isEqualTo(graph.size());
        assertThat(realm.count()).as("service accounts are not counted").isEqualTo(graph.users());
        assertLoginAndTicket();
        assertDepartment();
        assertNoOrphans();
    }

    private static ImportAnswer take(ImportRealm realm, String body) {
        ImportAnswer answer = ImportAnswer.of(realm.post(body.getBytes(StandardCharsets.UTF_8)));
        String summary = answer.summary().orElseThrow().toString();
        System.out.println("The whole graph: " + summary);
        return answer;
    }

    private static List<JsonNode> problems(ImportAnswer answer) {
        return answer.outcomes().stream()
                .filter(outcome -> outcome.has("problems"))
                .limit(5)
                .toList();
    }

    private void assertLoginAndTicket() {
        String user = realm.user("user0").path("id").asText();
        realm.admin()
                .put(
                        realm.base() + "/users/" + user + "/reset-password",
                        Map.of("type", "password", "value", PASSWORD, "temporary", false))
                .ok();
        Map<String, String> client = Map.of("client_id", WholeGraph.client(0), "client_secret", WholeGraph.SECRET);
        String token = AccessToken.by(
                        plus(client, "grant_type", "password", "username", "user0", "password", PASSWORD),
                        realm.node(),
                        realm.name())
                .value();

        AccessToken ticket = AccessToken.by(
                plus(
                        client,
                        "grant_type",
                        "urn:ietf:params:oauth:grant-type:uma-ticket",
                        "subject_token",
                        token,
                        "audience",
                        WholeGraph.client(0),
                        "permission",
                        WholeGraph.resource(0)),
                realm.node(),
                realm.name());

        assertThat(ticket.value()).isNotBlank();
    }

    private static Map<String, String> plus(Map<String, String> form, String... more) {
        Map<String, String> all = new HashMap<>(form);
        for (int i = 0; i < more.length; i += 2) {
            all.put(more[i], more[i + 1]);
        }
        return all;
    }

    private void assertDepartment() {
        OrganizedRealm organized = new OrganizedRealm(realm);
        String organization = realm.admin()
                .get(realm.base() + "/organizations?exact=true&search=" + graph.organization(0))
                .ok()
                .json()
                .path(0)
                .path("id")
                .asText();

        assertThat(organized.members(organization, graph.department(0))).contains("user0");
    }

    /** Rows of this realm that refer by a column without a foreign key to what is not there. */
    private void assertNoOrphans() throws SQLException {
        List<String> orphans = new ArrayList<>();
        try (Connection connection = server.database().connect();
                Statement statement = connection.createStatement()) {
            for (String[] reference : References.ALL) {
                String sql = "SELECT COUNT(*) FROM " + reference[0] + " t WHERE t." + reference[1]
                        + " IS NOT NULL AND NOT EXISTS (SELECT 1 FROM " + reference[2] + " r WHERE r." + reference[3]
                        + " = t." + reference[1] + ")";
                try (ResultSet row = statement.executeQuery(sql)) {
                    row.next();
                    if (row.getLong(1) > 0) {
                        orphans.add(String.join(" ", reference) + ": " + row.getLong(1));
                    }
                }
            }
        }
        assertThat(orphans).isEmpty();
    }

    /** Columns that hold the id of another table's row, and no foreign key says so. */
    private static final class References {
        private static final String[][] ALL = {
            {"user_role_mapping", "role_id", "keycloak_role", "id"},
            {"user_group_membership", "group_id", "keycloak_group", "id"},
            {"group_role_mapping", "role_id", "keycloak_role", "id"},
            {"keycloak_role", "client", "client", "id"},
            {"keycloak_role", "realm_id", "realm", "id"},
            {"keycloak_group", "realm_id", "realm", "id"},
            {"org", "group_id", "keycloak_group", "id"},
            {"org", "realm_id", "realm", "id"},
            {"client", "realm_id", "realm", "id"},
            {"user_entity", "realm_id", "realm", "id"},
            {"user_entity", "service_account_client_link", "client", "id"},
            {"client_scope_client", "client_id", "client", "id"},
            {"client_scope_client", "scope_id", "client_scope", "id"},
            {"resource_server", "id", "client", "id"},
            {"scope_mapping", "role_id", "keycloak_role", "id"}
        };

        private References() {}
    }
}
