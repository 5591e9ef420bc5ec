package org.millrace.testsuite.importer.contract.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.contract.client.ClientShapes.with;
import static org.millrace.testsuite.importer.contract.client.ImportingClients.texts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.importer.fixture.AuthorizationSample;
import org.millrace.testsuite.importer.fixture.ClientRealm;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;

/** Clients are what {@code POST /clients} and {@code PUT /clients/{id}} leave. */
interface ClientImportContract extends ImportingClients {
    String UUID_PATTERN = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

    private ClientShapes shapes() {
        return new ClientShapes(realm());
    }

    /** What Keycloak shows of a client, with its own name in place of the test's. */
    private JsonNode portrait(String clientId, String prefix) {
        JsonNode portrait = clients().portrait(clientId);
        return clients().neutral(ClientRealm.tree(portrait.toString().replace(prefix, "PREFIX")), "nothing");
    }

    @Test
    default void clientsAreWhatPostClientsLeaves() {
        String posted = unique("posted-");
        String imported = unique("taken-");
        Map<String, Map<String, ?>> shapes = shapes().all();
        shapes.forEach((shape, client) -> clients().post(with(client, "clientId", posted + shape)));

        List<Map<String, ?>> records = shapes.entrySet().stream()
                .<Map<String, ?>>map(shape -> with(shape.getValue(), "clientId", imported + shape.getKey()))
                .toList();
        ImportAnswer answer = take("", records);

        assertThat(answer.count("created")).as("%s", answer.outcomes()).isEqualTo(shapes.size());
        for (String shape : shapes.keySet()) {
            JsonNode expected = portrait(posted + shape, posted);
            JsonNode actual = portrait(imported + shape, imported);
            assertThat(withoutMadeUp(actual)).as(shape).isEqualTo(withoutMadeUp(expected));
            assertThat(clients().id(imported + shape))
                    .isEqualTo(outcome(answer, imported + shape).path("id").asText());
        }
        assertThat(clients().client(imported + "confidential").path("secret").asText())
                .isEqualTo("a secret of its own");
        assertThat(clients().client(imported + "bare").path("secret").asText()).isNotBlank();
    }

    private static JsonNode outcome(ImportAnswer answer, String key) {
        return answer.outcomes().stream()
                .filter(outcome -> outcome.path("key").asText().equals(key))
                .findFirst()
                .orElseThrow();
    }

    /** Secrets, keys and what is computed of a name of its own differ from client to client; that they are there does not. */
    private static JsonNode withoutMadeUp(JsonNode portrait) {
        JsonNode neutral = portrait.deepCopy();
        for (JsonNode holder :
                List.of(neutral.path("client"), neutral.path("client").path("attributes"))) {
            for (String field : List.of(
                    "secret",
                    "saml.signing.certificate",
                    "saml.signing.private.key",
                    "saml.artifact.binding.identifier")) {
                if (holder.has(field) && !holder.path(field).asText().equals("a secret of its own")) {
                    ((ObjectNode) holder).put(field, "made up");
                }
            }
        }
        return neutral;
    }

    @ParameterizedTest
    @ValueSource(strings = {"merge", "replace"})
    default void whatIsAsTheRecordWantsItIsUnchanged(String onConflict) {
        String prefix = unique("same-");
        List<Map<String, ?>> records = shapes().all().entrySet().stream()
                .<Map<String, ?>>map(shape -> with(shape.getValue(), "clientId", prefix + shape.getKey()))
                .toList();
        assertThat(take("", records).count("created")).isEqualTo(records.size());

        ImportAnswer again = take("onConflict=" + onConflict, records);

        assertThat(again.count("unchanged")).as("%s", again.outcomes()).isEqualTo(records.size());
    }

    @Test
    default void whatKeycloakExportsIsUnchanged() {
        String prefix = unique("exported-");
        shapes().all().forEach((shape, client) -> clients().post(with(client, "clientId", prefix + shape)));
        List<String> exported = shapes().all().keySet().stream()
                .map(shape -> clients().client(prefix + shape).toString())
                .toList();

        ImportAnswer first = into("onConflict=merge").take(exported);
        ImportAnswer second = into("onConflict=merge").take(exported);
        // An export names the protocol that the bare ones left to Keycloak, and with it come its defaults.
        into("onConflict=replace").take(exported);
        ImportAnswer third = into("onConflict=replace").take(exported);

        assertThat(first.count("rejected")).as("%s", first.outcomes()).isZero();
        assertThat(second.count("unchanged")).as("%s", second.outcomes()).isEqualTo(exported.size());
        assertThat(third.count("unchanged")).as("%s", third.outcomes()).isEqualTo(exported.size());
    }

    @Test
    default void mergeSetsWhatTheRecordNames() {
        String clientId = unique("merged");
        clients()
                .post(Map.of(
                        "clientId", clientId,
                        "name", "Before",
                        "description", "Stays",
                        "secret", "kept",
                        "redirectUris", List.of("https://a.example/*"),
                        "webOrigins", List.of(),
                        "attributes", Map.of("one", "1", "two", "2"),
                        "defaultClientScopes", List.of("email"),
                        "optionalClientScopes", List.of("phone", "address")));

        JsonNode merged = takeOne(
                "onConflict=merge",
                Map.of(
                        "clientId",
                        clientId,
                        "name",
                        "After",
                        "attributes",
                        Map.of("two", "", "three", "3"),
                        "defaultClientScopes",
                        List.of("email", "phone")));

        assertThat(merged.path("status").asText()).as("%s", merged).isEqualTo("updated");
        JsonNode client = clients().client(clientId);
        assertThat(client.path("name").asText()).isEqualTo("After");
        assertThat(client.path("description").asText()).isEqualTo("Stays");
        assertThat(client.path("secret").asText()).isEqualTo("kept");
        assertThat(texts(client.path("redirectUris"))).containsExactly("https://a.example/*");
        assertThat(client.path("attributes").has("two")).isFalse();
        assertThat(client.path("attributes").path("one").asText()).isEqualTo("1");
        assertThat(client.path("attributes").path("three").asText()).isEqualTo("3");
        assertThat(texts(client.path("defaultClientScopes"))).containsExactlyInAnyOrder("email", "phone");
        assertThat(texts(client.path("optionalClientScopes"))).containsExactly("address");
    }

    @Test
    default void replaceMakesAClientWhatANewOneWouldBe() {
        String prefix = unique("replaced-");
        Map<String, ?> before = with(shapes().of("confidential"), "clientId", prefix + "one", "bearerOnly", false);
        String id = clients().post(before);
        Map<String, ?> wanted = Map.of("publicClient", false, "protocol", "openid-connect", "description", "New");
        clients().post(with(wanted, "clientId", prefix + "two"));

        JsonNode replaced = takeOne("onConflict=replace", with(wanted, "clientId", prefix + "one"));

        assertThat(replaced.path("status").asText()).as("%s", replaced).isEqualTo("updated");
        assertThat(replaced.path("id").asText()).isEqualTo(id);
        assertThat(clients().client(prefix + "one").path("secret").asText()).isEqualTo("a secret of its own");
        assertThat(withoutSecret(portrait(prefix + "one", prefix + "one")))
                .isEqualTo(withoutSecret(portrait(prefix + "two", prefix + "two")));
    }

    @Test
    default void replaceKeepsTokensOfAClientRevoked() {
        String clientId = unique("revoked-");
        clients().post(Map.of("clientId", clientId, "notBefore", 2000));

        JsonNode replaced = takeOne("onConflict=replace", Map.of("clientId", clientId, "description", "New"));
        int unnamed = clients().client(clientId).path("notBefore").asInt();
        takeOne("onConflict=replace", Map.of("clientId", clientId, "notBefore", 3000));

        assertThat(replaced.path("status").asText()).isEqualTo("updated");
        assertThat(unnamed).isEqualTo(2000);
        assertThat(clients().client(clientId).path("notBefore").asInt()).isEqualTo(3000);
    }

    private static JsonNode withoutSecret(JsonNode portrait) {
        JsonNode neutral = portrait.deepCopy();
        ((ObjectNode) neutral.path("client")).remove("secret");
        return neutral;
    }

    @Test
    default void aClientMayGetAnotherNameByItsIdAndKeepsItsServiceAccount() {
        String before = unique("old-name");
        String after = unique("new-name");
        String id = clients().post(Map.of("clientId", before, "serviceAccountsEnabled", true, "publicClient", false));

        JsonNode renamed = takeOne("onConflict=merge", Map.of("id", id, "clientId", after));

        assertThat(renamed.path("status").asText()).as("%s", renamed).isEqualTo("updated");
        assertThat(clients().find(before)).isEmpty();
        assertThat(clients().id(after)).isEqualTo(id);
        assertThat(clients().of(after, "service-account-user").path("username").asText())
                .isEqualTo("service-account-" + after);
    }

    @Test
    default void aDryRunWritesNothingAndPredictsTheOutcomes() {
        String clientId = unique("dry");
        List<Map<String, ?>> records = List.of(Map.of("clientId", clientId), Map.of("clientId", clientId));

        ImportAnswer predicted = take("dryRun=true&chunkSize=1", records);

        assertThat(predicted.statuses()).containsExactly("created", "rejected");
        assertThat(clients().find(clientId)).isEmpty();
        assertThat(take("chunkSize=1", records).statuses()).containsExactly("created", "rejected");
    }

    @Test
    default void eventsAreThoseOfKeycloaksOwnCallsWithoutSecrets() {
        ImportRealm recorded =
                ImportRealm.create(server(), Map.of("adminEventsEnabled", true, "adminEventsDetailsEnabled", true));
        Map<String, ?> settings = with(
                AuthorizationSample.client(),
                "authorizationSettings",
                AuthorizationSample.settings(),
                "secret",
                "very secret");
        String postedId = recorded.admin().createClient(recorded.name(), with(settings, "clientId", "posted"));
        List<String> expected = events(recorded, postedId);

        ImportAnswer answer = recorded.into("clients")
                .with("events=each")
                .take(ClientRealm.line(with(settings, "clientId", "taken")));

        String taken = answer.single().path("id").asText();
        assertThat(events(recorded, taken)).hasSize(expected.size() * 2).containsAll(expected);
        assertThat(recorded.admin().get(recorded.base() + "/admin-events").body())
                .doesNotContain("very secret");
    }

    private static List<String> events(ImportRealm realm, String id) {
        List<String> events = new ArrayList<>();
        realm.admin().get(realm.base() + "/admin-events?max=200").ok().json().forEach(event -> {
            if (!event.path("resourceType").asText().equals("REALM")) {
                events.add(event.path("operationType").asText() + " "
                        + event.path("resourceType").asText() + " "
                        + event.path("resourcePath").asText().replaceAll(UUID_PATTERN, "ID"));
            }
        });
        assertThat(events).as(id).isNotEmpty();
        return events;
    }

    @Test
    default void anIdOfTheRecordIsTheIdOfTheClient() {
        String id = UUID.randomUUID().toString();

        JsonNode created = takeOne("", Map.of("id", id));

        assertThat(created.path("id").asText()).isEqualTo(id);
        assertThat(clients().id(id)).isEqualTo(id);
    }
}
