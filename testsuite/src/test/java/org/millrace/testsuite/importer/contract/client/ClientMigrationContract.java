package org.millrace.testsuite.importer.contract.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.importer.fixture.CaseFile;
import org.millrace.testsuite.importer.fixture.ClientRealm;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;

/** Clients and roles of real migrations. */
public interface ClientMigrationContract extends Importing {
    String MASK = "**********";

    private static ImportRealm clients(ImportRealm realm) {
        return realm.into("clients");
    }

    private static String secret(ImportRealm realm, String clientId) {
        return new ClientRealm(realm)
                .of(clientId, "client-secret")
                .path("value")
                .asText();
    }

    private static List<String> policies(ImportRealm realm, String clientId) {
        return new ClientRealm(realm)
                .of(clientId, "authz/resource-server/settings")
                .path("policies")
                .findValuesAsText("name");
    }

    @Test
    default void aMaskedSecretIsGeneratedForANewClient() {
        ImportRealm realm = realm(Map.of());

        ImportAnswer answer = CaseFile.of("24-masked-secrets.json").into(clients(realm));

        assertThat(answer.statuses()).hasSize(7).containsOnly("created");
        assertThat(ImportAnswer.warnings(answer.line(1))).containsExactly("masked-secret");
        assertThat(ImportAnswer.warnings(answer.line(3))).isEmpty();
        for (String clientId : List.of("live", "fresh", "nosecret", "nulls")) {
            assertThat(secret(realm, clientId)).as(clientId).isNotBlank().isNotEqualTo(MASK);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"merge", "replace"})
    default void aMaskedSecretKeepsTheStoredOne(String onConflict) {
        ImportRealm realm = realm(Map.of());
        AdminClient admin = realm.admin();
        admin.createClient(
                realm.name(), Map.of("clientId", "live", "secret", "kept", "attributes", Map.of("key", "k1")));
        CaseFile masked = CaseFile.of("24c-masked-secret-merge.ndjson")
                .replacing("}", ", \"name\": \"Live\", \"attributes\": {\"key\": \"" + MASK + "\"}}");

        JsonNode outcome =
                masked.into(clients(realm).with("onConflict=" + onConflict)).single();

        assertThat(outcome.path("status").asText()).as("%s", outcome).isEqualTo("updated");
        assertThat(ImportAnswer.warnings(outcome)).containsExactly("masked-secret", "masked-secret");
        assertThat(secret(realm, "live")).isEqualTo("kept");
        JsonNode client = new ClientRealm(realm).client("live");
        assertThat(client.path("attributes").path("key").asText()).isEqualTo("k1");
        assertThat(client.path("name").asText()).isEqualTo("Live");
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

    @Test
    default void flowsGoByTheirAlias() {
        ImportRealm realm = realm(Map.of());

        ImportAnswer strict = CaseFile.of("25-clients.ndjson").into(clients(realm));
        ImportAnswer lenient =
                CaseFile.of("25-clients.ndjson").into(clients(realm).with("validation=lenient&onConflict=skip"));

        assertThat(ImportAnswer.problems(strict.line(1))).containsExactly("unknown-authentication-flow");
        assertThat(strict.line(2).path("status").asText()).isEqualTo("created");
        assertThat(ImportAnswer.problems(strict.line(3))).containsExactly("unknown-authentication-flow");
        assertThat(lenient.line(1).path("status").asText()).isEqualTo("created");
        assertThat(ImportAnswer.warnings(lenient.line(1))).containsExactly("unknown-authentication-flow");
        ClientRealm clients = new ClientRealm(realm);
        assertThat(clients.client("flow2").path("authenticationFlowBindingOverrides"))
                .hasSize(2);
        assertThat(clients.client("flow").path("authenticationFlowBindingOverrides"))
                .isEmpty();
    }

    @Test
    default void aRoleOfAClientGoesToTheClientThatContainsIt() {
        ImportRealm realm = realm(Map.of());
        String id = realm.admin().createClient(realm.name(), Map.of("clientId", "shop"));
        ImportRealm roles = realm.into("roles");

        ImportAnswer known = CaseFile.of("83-client-role-by-container.ndjson")
                .replacing("7a2df535-7f5e-42c4-9a64-f9822f8d298b", id)
                .into(roles);
        JsonNode unknown = CaseFile.of("83-min-client-role.ndjson").into(roles).single();
        ImportAnswer none = roles.take("{\"name\":\"r\",\"clientRole\":true}");

        assertThat(known.statuses()).containsExactly("created", "created");
        assertThat(new ClientRealm(realm).of("shop", "roles").findValuesAsText("name"))
                .containsExactly("shop-admin");
        assertThat(ImportAnswer.problems(unknown)).containsExactly("unknown-client");
        assertThat(ImportAnswer.problems(none.single())).containsExactly("missing-client");
        assertThat(realm.admin().get(realm.base() + "/roles").ok().json().findValuesAsText("name"))
                .contains("r5")
                .doesNotContain("shop-admin", "r");
    }

    @Test
    default void whatKeycloakKeepsToItselfIsUnchangedWhereItIsAsTheRecordWantsIt() {
        ImportRealm realm = realm(Map.of());
        ImportRealm merging = realm.with("onConflict=merge");
        CaseFile role = CaseFile.of("114-realm-management-role-as-it-is.ndjson");
        String client = new ClientRealm(realm).client("realm-management").toString();
        String manager = new ClientRealm(realm)
                .of("realm-management", "roles/realm-admin")
                .toString();
        AdminClient viewerOfUsers = realm.newAdmin("manage-realm");

        JsonNode same = role.into(merging.into("roles")).single();
        JsonNode other = role.replacing("${role_query-users}", "other")
                .into(merging.into("roles"))
                .single();
        JsonNode hidden = role.into(merging.into("roles").as(viewerOfUsers)).single();
        JsonNode sameClient = merging.into("clients").take(client).single();
        JsonNode otherClient = merging.into("clients")
                .take("{\"clientId\":\"realm-management\",\"name\":\"x\"}")
                .single();
        JsonNode composite = merging.into("roles")
                .take(manager.substring(0, manager.length() - 1) + ",\"clientId\":\"realm-management\"}")
                .single();

        assertThat(same.path("status").asText()).as("%s", same).isEqualTo("unchanged");
        assertThat(ImportAnswer.problems(other)).containsExactly("forbidden");
        assertThat(ImportAnswer.problems(hidden)).containsExactly("forbidden");
        assertThat(sameClient.path("status").asText())
                .as("%s of %s", sameClient, client)
                .isEqualTo("unchanged");
        assertThat(ImportAnswer.problems(otherClient)).containsExactly("forbidden-client");
        assertThat(composite.path("status").asText()).as("%s", composite).isEqualTo("unchanged");
    }

    @Test
    default void anIdOfAnotherRealmIsNamedToThoseWhoMaySeeThatRealm() {
        ImportRealm first = realm(Map.of());
        ImportRealm second = realm(Map.of());
        String file = CaseFile.of("96-copy-of-a-realm.json").text();
        String fresh = java.util.UUID.randomUUID().toString().substring(0, 8);
        CaseFile copy = new CaseFile("96.json", file.replace("96000000", fresh));
        AdminClient local = second.newAdmin("realm-admin");

        ImportAnswer original = copy.into(first.into("records"));
        ImportAnswer seen = copy.into(second.into("records"));
        ImportAnswer unseen = copy.into(second.into("records").as(local));

        assertThat(original.statuses()).containsOnly("created");
        for (ImportAnswer answer : List.of(seen, unseen)) {
            assertThat(answer.outcomes())
                    .allSatisfy(outcome -> assertThat(ImportAnswer.problems(outcome))
                            .as("%s", outcome)
                            .contains("id-exists"));
        }
        assertThat(seen.outcomes().toString()).contains(first.name());
        assertThat(unseen.outcomes().toString()).doesNotContain(first.name());
    }
}
