package org.millrace.testsuite.importer.contract.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
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

/** Authorization resources are what {@code POST} and {@code PUT /clients/{id}/authz/resource-server/resource} leave. */
interface ResourceImportContract extends ImportingResources {
    private JsonNode post(String clientId, Map<String, ?> resource) {
        return realm().admin().post(path(clientId) + "/resource", resource).ok().json();
    }

    private List<Map<String, ?>> kinds() {
        String owner = unique("owner");
        String ownerId = realm().admin().createUser(realm().name(), owner, owner);
        return List.of(
                Map.of("name", "bare"),
                Map.of(
                        "name",
                        "whole",
                        "displayName",
                        "All of it",
                        "type",
                        "urn:thing",
                        "icon_uri",
                        "https://icons.example/1",
                        "uris",
                        List.of("/a/{id}", "/b/*"),
                        "ownerManagedAccess",
                        true,
                        "attributes",
                        Map.of("shelf", List.of("a", "b"), "row", "7"),
                        "scopes",
                        List.of(Map.of("name", "read"), Map.of("name", "write", "iconUri", "https://i.example"))),
                Map.of("name", "owned", "owner", Map.of("id", ownerId), "scopes", List.of("read")),
                Map.of("name", "bare", "owner", Map.of("id", owner)),
                Map.of("name", "old", "uri", "/old", "_id", UUID.randomUUID().toString()));
    }

    @Test
    default void resourcesAreWhatPostResourceLeaves() throws Exception {
        String posted = newServer();
        String taken = newServer();
        List<Map<String, ?>> kinds = kinds();
        for (Map<String, ?> kind : kinds) {
            Map<String, Object> own = new HashMap<>(kind);
            own.remove("_id");
            post(posted, own);
        }

        ImportAnswer answer = bring(
                "", kinds.stream().<Map<String, ?>>map(kind -> of(taken, kind)).toList());

        assertThat(answer.count("created")).as("%s", answer.outcomes()).isEqualTo(kinds.size());
        assertThat(portrait(taken)).isEqualTo(portrait(posted));
        assertThat(rows(taken)).isEqualTo(rows(posted)).hasSizeGreaterThan(2 * kinds.size());
        assertThat(answer.line(5).path("id").asText()).isEqualTo(kinds.get(4).get("_id"));
    }

    private List<String> rows(String clientId) throws SQLException {
        try (Connection connection = server().database().connect()) {
            return ResourceTableRows.of(connection, guarded().id(clientId));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"merge", "replace"})
    default void resourcesAsTheRecordWantsThemAreUnchanged(String onConflict) {
        String server = newServer();
        List<Map<String, ?>> records =
                kinds().stream().<Map<String, ?>>map(kind -> of(server, kind)).toList();
        assertThat(bring("", records).count("created")).isEqualTo(records.size());

        ImportAnswer again = bring("onConflict=" + onConflict, records);

        assertThat(again.count("unchanged")).as("%s", again.outcomes()).isEqualTo(records.size());
    }

    @Test
    default void aResourceThatExistsIsRejectedSkippedMergedOrReplaced() {
        String server = newServer();
        Map<String, Object> thing = of(server, kinds().get(1));
        String id = bringOne("", thing).path("id").asText();
        Map<String, Object> change = of(
                server,
                Map.of(
                        "name",
                        "whole",
                        "uris",
                        List.of("/c"),
                        "attributes",
                        Map.of("row", List.of(), "seat", List.of("1"))));

        JsonNode failed = bringOne("", change);
        JsonNode skipped = bringOne("onConflict=skip", change);
        JsonNode untouched = resource(server, id);
        JsonNode merged = bringOne("onConflict=merge", change);
        JsonNode afterMerge = resource(server, id);
        JsonNode replaced = bringOne("onConflict=replace", change);
        JsonNode afterReplace = resource(server, id);

        assertThat(ImportAnswer.problems(failed)).containsExactly("resource-exists");
        assertThat(skipped.path("status").asText()).isEqualTo("unchanged");
        assertThat(untouched.path("uris")).hasSize(2);
        assertThat(merged.path("status").asText()).as("%s", merged).isEqualTo("updated");
        assertThat(afterMerge.path("uris")).hasSize(1);
        assertThat(afterMerge.path("type").asText()).isEqualTo("urn:thing");
        assertThat(afterMerge.path("scopes")).hasSize(2);
        assertThat(afterMerge.path("attributes").has("row")).isFalse();
        assertThat(afterMerge.path("attributes").path("shelf")).hasSize(2);
        assertThat(replaced.path("status").asText()).as("%s", replaced).isEqualTo("updated");
        assertThat(replaced.path("id").asText()).isEqualTo(id);
        assertThat(afterReplace.has("type")).isFalse();
        assertThat(afterReplace.path("scopes")).isEmpty();
        assertThat(afterReplace.path("ownerManagedAccess").asBoolean()).isFalse();
        assertThat(afterReplace.path("attributes").has("shelf")).isFalse();
    }

    @Test
    default void aResourceMayGetAnotherNameByItsIdUnlessTheNameIsTaken() {
        String server = newServer();
        String id = bringOne("", of(server, Map.of("name", "first"))).path("id").asText();
        bringOne("", of(server, Map.of("name", "second")));

        JsonNode taken = bringOne("onConflict=merge", of(server, Map.of("_id", id, "name", "second")));
        JsonNode renamed = bringOne("onConflict=merge", of(server, Map.of("_id", id, "name", "third")));

        assertThat(ImportAnswer.problems(taken)).containsExactly("resource-exists");
        assertThat(renamed.path("status").asText()).as("%s", renamed).isEqualTo("updated");
        assertThat(resource(server, id).path("name").asText()).isEqualTo("third");
    }

    @Test
    default void aDryRunOfResourcesWritesNothing() {
        String server = newServer();
        List<Map<String, ?>> records = List.of(of(server, Map.of("name", "one")), of(server, Map.of("name", "one")));

        ImportAnswer predicted = bring("dryRun=true&chunkSize=1", records);

        assertThat(predicted.statuses()).containsExactly("created", "rejected");
        assertThat(portrait(server).path("resources")).isEmpty();
        assertThat(bring("", records).statuses()).containsExactly("created", "rejected");
    }

    @Test
    default void eventsOfResourcesAreThoseOfKeycloaksOwnCall() {
        ImportRealm recorded =
                ImportRealm.create(server(), Map.of("adminEventsEnabled", true, "adminEventsDetailsEnabled", true));
        Map<String, Object> client = AuthorizationSample.client("guarded");
        String id = recorded.admin().createClient(recorded.name(), client);
        String path = recorded.base() + "/clients/" + id + "/authz/resource-server/resource";
        String posted = recorded.admin()
                .post(path, Map.of("name", "posted"))
                .ok()
                .json()
                .path("_id")
                .asText();

        String taken = recorded.into("resources")
                .with("events=each")
                .take(ClientRealm.line(of("guarded", Map.of("name", "taken"))))
                .single()
                .path("id")
                .asText();

        assertThat(eventOf(recorded, taken)).isEqualTo(eventOf(recorded, posted));
    }

    private static String eventOf(ImportRealm realm, String id) {
        for (JsonNode event :
                realm.admin().get(realm.base() + "/admin-events?max=100").ok().json()) {
            if (event.path("resourcePath").asText().contains(id)) {
                return event.path("operationType").asText() + " "
                        + event.path("resourceType").asText() + " "
                        + event.path("resourcePath").asText().replace(id, "ID");
            }
        }
        return "none";
    }
}
