package org.millrace.testsuite.importer.contract.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.contract.client.ClientMigrationContract.clients;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.importer.fixture.CaseFile;
import org.millrace.testsuite.importer.fixture.ClientRealm;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;

/** Authorization settings of clients of real migrations. */
public interface AuthorizationMigrationContract extends Importing {
    private static List<String> policies(ImportRealm realm, String clientId) {
        return new ClientRealm(realm)
                .of(clientId, "authz/resource-server/settings")
                .path("policies")
                .findValuesAsText("name");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100})
    default void aPolicyWaitsForTheClientThatItNames(int chunkSize) {
        ImportRealm realm = realm(Map.of());

        ImportAnswer direct = CaseFile.of("80-policy-names-later-client.ndjson")
                .into(clients(realm).with("chunkSize=" + chunkSize));
        ImportAnswer mixed = CaseFile.of("80b-policy-names-later-client-records.ndjson")
                .replacing("a1", "a2")
                .replacing("b1", "b2")
                .into(realm.into("records").with("chunkSize=" + chunkSize));
        ImportAnswer job = CaseFile.of("80-policy-names-later-client.ndjson")
                .replacing("a1", "a3")
                .replacing("b1", "b3")
                .asJob(clients(realm), Map.of());

        assertThat(direct.statuses()).containsExactly("created", "created");
        assertThat(mixed.statuses()).containsExactly("created", "created");
        assertThat(job.statuses()).containsExactly("created", "created");
        assertThat(policies(realm, "a1")).contains("p");
        assertThat(policies(realm, "a3")).contains("p");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "aggregate unknown-policy",
                "client-scope unknown-client-scope",
                "client unknown-client",
                "group unknown-group",
                "js unknown-policy-type",
                "nothing unknown-policy-type",
                "resource unknown-resource",
                "role invalid-policy",
                "scope unknown-scope",
                "user unknown-user"
            })
    default void aPolicyThatCannotBeNamesWhatIsMissing(String typeAndCode) {
        String type = typeAndCode.split(" ")[0];
        ImportRealm realm = realm();
        CaseFile file = CaseFile.of("80c-policy-" + type + ".ndjson").replacing("\"n-", "\"" + unique("n-"));
        CaseFile again = file.replacing("\"n-", "\"" + unique("m-"));

        JsonNode strict = file.into(clients(realm)).single();
        JsonNode lenient = again.into(clients(realm).with("validation=lenient")).single();

        assertThat(ImportAnswer.problems(strict)).containsExactly(typeAndCode.split(" ")[1]);
        assertThat(strict.findValuesAsText("detail").get(0)).contains("pol of " + type);
        assertThat(lenient.path("status").asText()).as("%s", lenient).isEqualTo("created");
        assertThat(ImportAnswer.warnings(lenient)).containsExactly(typeAndCode.split(" ")[1]);
        boolean isLeftOut = !type.equals("group");
        assertThat(policies(realm, lenient.path("key").asText()).contains("pol of " + type))
                .isEqualTo(!isLeftOut);
    }

    private static String id(ImportRealm realm, String clientId, String policy) {
        return new ClientRealm(realm)
                .of(clientId, "authz/resource-server/policy/search?name=" + policy)
                .path("id")
                .asText();
    }

    /** Keycloak follows such policies until the thread's stack is full: its own import of such settings answers 500. */
    @Test
    default void aPolicyThatAppliesItselfIsRejectedAlone() {
        ImportRealm realm = realm(Map.of());
        String settings = """
                {"clientId":"%s","secret":"s","serviceAccountsEnabled":true,"authorizationServicesEnabled":true,\
                "authorizationSettings":{"policies":[%s]}}""";
        String policy = """
                {"name":"%s","type":"aggregate","config":{"applyPolicies":"[\\"%s\\"]"}}""";
        String around = policy.formatted("a", "b") + "," + policy.formatted("b", "c");
        String stored = around + "," + policy.formatted("c", "d")
                + ",{\"name\":\"d\",\"type\":\"time\",\"config\":{\"hour\":\"1\",\"hourEnd\":\"2\"}}";
        List<String> lines = List.of(
                "{\"clientId\":\"before\"}",
                settings.formatted("self", policy.formatted("x", "x")),
                settings.formatted("cycle", around + "," + policy.formatted("c", "a")),
                settings.formatted("chain", stored),
                settings.formatted("field", "{\"name\":\"f\",\"type\":\"aggregate\",\"policies\":[\"f\"]}"));

        ImportAnswer direct = clients(realm).take(lines);
        ImportAnswer closed = clients(realm)
                .with("onConflict=merge")
                .take(List.of(
                        settings.formatted("chain", policy.formatted("c", "a")),
                        settings.formatted(
                                "chain",
                                "{\"id\":\"" + id(realm, "chain", "c") + "\","
                                        + policy.formatted("new", "b").substring(1)),
                        "{\"clientId\":\"after\"}"));

        assertThat(direct.statuses())
                .as("%s", direct.outcomes())
                .containsExactly("created", "rejected", "rejected", "created", "rejected");
        assertThat(ImportAnswer.problems(direct.line(5))).containsExactly("invalid-policy");
        assertThat(ImportAnswer.problems(direct.line(2))).containsExactly("invalid-policy");
        assertThat(ImportAnswer.problems(direct.line(3)))
                .containsExactly("invalid-policy", "invalid-policy", "invalid-policy");
        assertThat(closed.statuses()).as("%s", closed.outcomes()).containsExactly("rejected", "rejected", "created");
        assertThat(ImportAnswer.problems(closed.line(1))).containsExactly("invalid-policy");
        assertThat(ImportAnswer.problems(closed.line(2))).containsExactly("invalid-policy");
    }

    @Test
    default void aPolicyInJavaScriptIsLeftOutWithWhatBuildsOnIt() {
        ImportRealm realm = realm(Map.of());
        ImportRealm records = realm.into("records");
        CaseFile file = CaseFile.of("19a-js-default-policy.json");

        ImportAnswer strict = file.into(records);
        ImportAnswer lenient = file.into(records.with("validation=lenient&onConflict=merge"));

        assertThat(strict.statuses()).containsExactly("created", "rejected");
        assertThat(strict.line(2).findValuesAsText("detail").get(0)).contains("\"js\"", "\"Default Policy\"");
        assertThat(lenient.statuses()).containsExactly("unchanged", "updated");
        assertThat(ImportAnswer.warnings(lenient.line(2))).containsExactly("unknown-policy-type", "policy-left-out");
        JsonNode settings = new ClientRealm(realm).of("app", "authz/resource-server/settings");
        assertThat(settings.path("resources").findValuesAsText("name")).contains("Default Resource");
        assertThat(policies(realm, "app")).isEmpty();
    }

    @Test
    default void policiesOfEveryTypeAreTaken() {
        ImportRealm realm = realm(Map.of());

        ImportAnswer answer = CaseFile.of("20-policy-types.json").into(realm.into("records"));

        assertThat(answer.statuses()).as("%s", answer.outcomes()).doesNotContain("rejected", "failed");
        assertThat(policies(realm, "app"))
                .contains("role pol", "user pol", "group pol", "client pol", "scope pol", "time pol", "agg pol");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 5, 6, 7})
    default void aResourceBelongsToTheOwnerThatKeycloakFinds(int number) {
        ImportRealm realm = realm();
        if (!realm.has("wim")) {
            realm.admin().createUser(realm.name(), "wim", "wim");
        }
        String clientId = unique("owned");

        JsonNode outcome = CaseFile.of("81-" + number + "-owner.ndjson")
                .replacing("cl" + number, clientId)
                .into(clients(realm))
                .single();

        assertThat(outcome.path("status").asText()).as("%s", outcome).isEqualTo("created");
        JsonNode resource = new ClientRealm(realm).of(clientId, "authz/resource-server/resource?name=R");
        String owner = resource.path(0).path("owner").path("name").asText();
        assertThat(owner).isEqualTo(number == 1 || number == 7 ? clientId : "wim");
    }

    @Test
    default void anOwnerThatDoesNotExistIsRejected() {
        JsonNode outcome =
                CaseFile.of("81-3-owner.ndjson").into(clients(realm())).single();

        assertThat(ImportAnswer.problems(outcome)).containsExactly("unknown-owner");
    }

    @Test
    default void theServiceAccountOfANewClientMayOwnItsResources() {
        ImportRealm realm = realm();
        String clientId = unique("robot");
        String line = "{\"clientId\":\"%1$s\",\"secret\":\"s\",\"serviceAccountsEnabled\":true,"
                + "\"authorizationServicesEnabled\":true,\"authorizationSettings\":{\"resources\":["
                + "{\"name\":\"R\",\"owner\":{\"name\":\"service-account-%1$s\"}}]}}";

        JsonNode outcome = clients(realm).take(line.formatted(clientId)).single();

        assertThat(outcome.path("status").asText()).as("%s", outcome).isEqualTo("created");
        JsonNode resource = new ClientRealm(realm).of(clientId, "authz/resource-server/resource?name=R");
        assertThat(resource.path(0).path("owner").path("name").asText()).isEqualTo("service-account-" + clientId);
    }

    @Test
    default void authorizationServicesSwitchTheServiceAccountOn() {
        ImportRealm realm = realm(Map.of());
        CaseFile file = CaseFile.of("90-authorization-without-service-account.ndjson");

        JsonNode created = file.into(clients(realm)).single();
        realm.admin().createClient(realm.name(), Map.of("clientId", "plain", "secret", "s"));
        JsonNode merged = file.replacing("\"az\"", "\"plain\"")
                .into(clients(realm).with("onConflict=merge"))
                .single();

        assertThat(created.path("status").asText()).isEqualTo("created");
        assertThat(merged.path("status").asText()).as("%s", merged).isEqualTo("updated");
        for (String clientId : List.of("az", "plain")) {
            JsonNode client = new ClientRealm(realm).client(clientId);
            assertThat(client.path("serviceAccountsEnabled").asBoolean()).isTrue();
            assertThat(client.path("authorizationServicesEnabled").asBoolean()).isTrue();
            assertThat(new ClientRealm(realm)
                            .of(clientId, "service-account-user")
                            .path("username")
                            .asText())
                    .isEqualTo("service-account-" + clientId);
        }
    }
}
