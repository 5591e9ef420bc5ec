package org.millrace.testsuite.importer.contract.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.contract.client.ClientShapes.with;
import static org.millrace.testsuite.importer.contract.client.ImportingClients.texts;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.importer.fixture.ClientRealm;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.UserLine;

/** Clients that exist or that Keycloak refuses: what is rejected, skipped or reported, and who may import clients. */
interface RefusedClientsContract extends ImportingClients {
    /** Keycloak refuses redirect URIs with a fragment. */
    String FRAGMENT = "https://app.example.org/#fragment";

    @Test
    default void aClientThatExistsIsRejectedOrSkipped() {
        String clientId = unique("present");
        String id = clients().post(Map.of("clientId", clientId, "name", "Before"));

        JsonNode failed = takeOne("", Map.of("clientId", clientId));
        JsonNode byId = takeOne("", Map.of("id", id, "clientId", unique("other")));
        JsonNode skipped = takeOne("onConflict=skip", Map.of("clientId", clientId, "name", "After"));

        assertThat(ImportAnswer.problems(failed)).containsExactly("client-exists");
        assertThat(ImportAnswer.problems(byId)).containsExactly("id-exists");
        assertThat(skipped.path("status").asText()).isEqualTo("unchanged");
        assertThat(skipped.path("id").asText()).isEqualTo(id);
        assertThat(clients().client(clientId).path("name").asText()).isEqualTo("Before");
    }

    @Test
    default void ofTwoClientsWithOneNameInDifferentChunksTheFirstIsCreated() {
        String prefix = unique("parallel");
        List<Map<String, ?>> records = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            records.add(Map.of("clientId", prefix + i, "name", "First", "serviceAccountsEnabled", true));
            expected.add("created");
            if (i >= 4) {
                records.add(Map.of("clientId", prefix + (i - 4), "name", "Second"));
                expected.add("rejected");
            }
        }

        ImportAnswer answer = take("chunkSize=3", records);

        assertThat(answer.statuses()).containsExactlyElementsOf(expected);
        JsonNode found = realm().admin()
                .get(realm().base() + "/clients?search=true&max=100&clientId=" + prefix)
                .ok()
                .json();
        assertThat(found.valueStream().map(client -> client.path("name").asText()))
                .hasSize(30)
                .containsOnly("First");
    }

    @Test
    default void faultsAreRejectedAndNeighboursWritten() {
        String prefix = unique("faulty-");
        String taken = clients().post(Map.of("clientId", prefix + "taken"));
        ImportRealm elsewhere = realm(Map.of());
        List<Map<String, ?>> records = List.of(
                Map.of("clientId", prefix + "good-1"),
                Map.of("clientId", prefix + "redirect", "redirectUris", List.of("javascript:alert(1)")),
                Map.of("clientId", prefix + "root", "rootUrl", "no url"),
                Map.of("clientId", prefix + "scope", "defaultClientScopes", List.of("no such scope")),
                Map.of("clientId", prefix + "flow", "authenticationFlowBindingOverrides", Map.of("browser", "nowhere")),
                Map.of("clientId", prefix + "protocol", "protocol", "carrier-pigeon"),
                Map.of("clientId", " "),
                Map.of("clientId", prefix + "long", "name", "x".repeat(256)),
                Map.of("clientId", prefix + "mapper", "protocolMappers", List.of(Map.of("name", "half"))),
                Map.of("clientId", prefix + "authz", "authorizationServicesEnabled", true, "publicClient", true),
                Map.of("clientId", prefix + "id", "id", "x".repeat(37)),
                Map.of("clientId", prefix + "good-1"),
                Map.of("clientId", prefix + "good-2"));

        ImportAnswer answer = take("", records);
        JsonNode foreign = elsewhere
                .into("clients")
                .take(ClientRealm.line(Map.of("id", taken)))
                .single();

        assertThat(answer.count("created")).as("%s", answer.outcomes()).isEqualTo(2);
        assertThat(codes(answer, 2)).containsExactly("invalid-redirect-uri");
        assertThat(codes(answer, 3)).containsExactly("invalid-root-url");
        assertThat(codes(answer, 4)).containsExactly("unknown-client-scope");
        assertThat(codes(answer, 5)).containsExactly("unknown-authentication-flow");
        assertThat(codes(answer, 6)).containsExactly("invalid-protocol");
        assertThat(codes(answer, 7)).containsExactly("missing-client-id");
        assertThat(codes(answer, 8)).containsExactly("value-too-long");
        assertThat(codes(answer, 9)).containsExactly("invalid-protocol-mapper");
        assertThat(codes(answer, 10)).contains("not-confidential", "no-service-account");
        assertThat(codes(answer, 11)).containsExactly("invalid-id");
        assertThat(codes(answer, 12)).containsExactly("client-exists");
        assertThat(ImportAnswer.problems(foreign)).containsExactly("id-exists");
        assertThat(clients().find(prefix + "redirect")).isEmpty();
    }

    private static List<String> codes(ImportAnswer answer, long line) {
        return ImportAnswer.problems(answer.line(line));
    }

    @Test
    default void lenientWarnsAndWritesAndOffDoesNotAsk() {
        String prefix = unique("lenient-");
        Map<String, Object> faulty =
                Map.of("redirectUris", List.of(FRAGMENT), "defaultClientScopes", List.of("none such"));

        JsonNode lenient = takeOne("validation=lenient", with(faulty, "clientId", prefix + "one"));
        JsonNode off = takeOne("validation=off", with(faulty, "clientId", prefix + "two"));

        assertThat(lenient.path("status").asText()).as("%s", lenient).isEqualTo("created");
        assertThat(ImportAnswer.warnings(lenient))
                .containsExactlyInAnyOrder("invalid-redirect-uri", "unknown-client-scope");
        assertThat(off.path("status").asText()).as("%s", off).isEqualTo("created");
        assertThat(texts(clients().client(prefix + "two").path("redirectUris"))).containsExactly(FRAGMENT);
    }

    /** Keycloak's pages link to such URLs. */
    @ParameterizedTest
    @ValueSource(strings = {"strict", "lenient", "off"})
    default void urlThatRunsAScriptIsAlwaysRefused(String validation) {
        JsonNode created = takeOne(
                "validation=" + validation,
                Map.of("clientId", unique("script-"), "redirectUris", List.of("javascript:alert(1)")));
        String stored = unique("script-stored-");
        takeOne("", Map.of("clientId", stored));
        JsonNode updated = takeOne(
                "onConflict=merge&validation=" + validation,
                Map.of("clientId", stored, "baseUrl", "data:text/html,<script>alert(1)</script>"));

        assertThat(created.path("status").asText()).as("%s", created).isEqualTo("rejected");
        assertThat(updated.path("status").asText()).as("%s", updated).isEqualTo("rejected");
    }

    @Test
    default void onlyThoseWhoManageClientsMayImportThem() {
        AdminClient stranger = realm().newAdmin("manage-users", "view-clients");
        AdminClient manager = realm().newAdmin("manage-clients");
        String line = ClientRealm.line(Map.of("clientId", unique("guarded"))) + "\n";

        int refused = into("").as(stranger)
                .post(line.getBytes(StandardCharsets.UTF_8))
                .status();
        ImportAnswer taken = into("").as(manager).take(line.strip());

        assertThat(refused).isEqualTo(403);
        assertThat(taken.statuses()).containsExactly("created");
    }

    /** Who renames this client can delete it with Keycloak's own call, and with it all fine-grained permissions. */
    @Test
    default void theClientOfAdminPermissionsIsNeitherChangedNorCreated() {
        ImportRealm realm = realm(Map.of("adminPermissionsEnabled", true)).into("clients");
        ClientRealm clients = new ClientRealm(realm);
        JsonNode before = clients.client("admin-permissions");
        String id = before.path("id").asText();
        List<Map<String, ?>> records = List.of(
                Map.of("id", id, "clientId", "renamed"),
                Map.of("clientId", "admin-permissions", "secret", "known"),
                Map.of("clientId", "admin-permissions", "enabled", false));
        assertThat(realm.admin()
                        .put(realm.base() + "/clients/" + id, records.get(0))
                        .status())
                .isEqualTo(400);

        for (String onConflict : List.of("merge", "replace")) {
            for (Map<String, ?> record : records) {
                ImportAnswer answer = realm.with("onConflict=" + onConflict).take(UserLine.of(record));
                ImportJob job = ImportJob.create(realm, Map.of("onConflict", onConflict))
                        .with(1, List.of(UserLine.of(record)))
                        .started();
                job.finished();

                assertThat(ImportAnswer.problems(answer.single()))
                        .as("%s", record)
                        .containsExactly("internal-client");
                assertThat(ImportAnswer.problems(job.outcomes().get(0))).containsExactly("internal-client");
            }
        }
        JsonNode after = clients.client("admin-permissions");
        for (String field : List.of("id", "enabled", "secret", "attributes")) {
            assertThat(after.path(field)).as(field).isEqualTo(before.path(field));
        }

        String missing = UUID.randomUUID().toString();
        ImportRealm another = realm(Map.of("attributes", Map.of("adminPermissionsClientId", missing)))
                .into("clients");
        ImportAnswer created = another.take(UserLine.of(Map.of("id", missing, "clientId", "new")));
        assertThat(ImportAnswer.problems(created.single())).containsExactly("internal-client");
    }
}
