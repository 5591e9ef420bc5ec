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

    static ImportRealm clients(ImportRealm realm) {
        return realm.into("clients");
    }

    private static String secret(ImportRealm realm, String clientId) {
        return new ClientRealm(realm)
                .of(clientId, "client-secret")
                .path("value")
                .asText();
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
