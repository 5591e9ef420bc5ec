package org.millrace.testsuite.importer.contract.realm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AccessToken;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.OrganizedRealm;
import org.millrace.testsuite.importer.fixture.References;
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
        References references = References.of(server.database());
        List<String> dangling = references.dangling();
        String body = graph.lines().map(line -> line + "\n").collect(Collectors.joining());

        ImportAnswer first = take(realm.into("records"), body);
        ImportAnswer second = take(realm.into("records").with("onConflict=merge"), body);

        assertThat(first.count("created")).as("%s", problems(first)).isEqualTo(graph.size());
        assertThat(second.count("unchanged")).as("%s", problems(second)).isEqualTo(graph.size());
        assertThat(realm.count()).as("service accounts are not counted").isEqualTo(graph.users());
        assertLoginAndTicket();
        assertDepartment();
        assertThat(references.dangling()).as("others may have left some").isEqualTo(dangling);
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
}
