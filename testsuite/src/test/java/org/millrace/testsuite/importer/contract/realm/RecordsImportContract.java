package org.millrace.testsuite.importer.contract.realm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.StreamedPost;
import org.millrace.testsuite.importer.fixture.AuthorizationSample;
import org.millrace.testsuite.importer.fixture.ClientRealm;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;

/** Records of several types in one ordered stream. */
interface RecordsImportContract extends Importing {
    ObjectMapper JSON = new ObjectMapper();

    Duration PATIENCE = Duration.ofSeconds(60);

    Duration PAUSE = Duration.ofMillis(100);

    private static ObjectNode record(String type) {
        return JSON.createObjectNode().put("type", type);
    }

    private static ObjectNode role(String name) {
        return record("role").put("name", name);
    }

    private static ObjectNode user(String username, String role) {
        ObjectNode user = record("user").put("username", username).put("enabled", true);
        user.putArray("realmRoles").add(role);
        return user;
    }

    @Test
    default void eachRecordIsWhatItsTypeSaysAndFindsWhatStandsBeforeIt() {
        String role = unique("role");
        String user = unique("user");

        ImportAnswer answer = realm().into("records").take(role(role), user(user, role));

        assertThat(answer.statuses()).containsExactly("created", "created");
        assertThat(answer.outcomes().get(1).has("warnings")).isFalse();
        assertThat(realm().realmRoles(user)).contains(role);
    }

    @Test
    default void aRecordMayNameWhatComesLater() {
        String role = unique("role");
        String user = unique("user");
        String missing = unique("missing");

        ImportAnswer answer = realm().into("records").take(user(user, role), role(role), user(unique("no"), missing));

        assertThat(answer.statuses()).containsExactly("created", "created", "rejected");
        assertThat(realm().realmRoles(user)).contains(role);
        assertThat(answer.line(3).path("problems").path(0).path("code").asText())
                .isEqualTo("unknown-role");
    }

    @Test
    default void theSameAgainIsUnchanged() {
        String role = unique("role");
        String user = unique("user");
        ImportRealm records = realm().with("onConflict=merge").into("records");

        assertThat(records.take(role(role), user(user, role)).statuses()).containsExactly("created", "created");
        assertThat(records.take(role(role), user(user, role)).statuses()).containsExactly("unchanged", "unchanged");
    }

    @Test
    default void aDryRunSeesItsEarlierRecords() {
        String role = unique("role");
        String user = unique("user");
        List<ObjectNode> body = List.of(role(role), user(user, role), user(user, role), user(unique("x"), unique("y")));

        ImportAnswer predicted =
                realm().with("dryRun=true&chunkSize=1").into("records").take(body);
        boolean written = realm().has(user);
        ImportAnswer real = realm().with("chunkSize=1").into("records").take(body);

        assertThat(written).isFalse();
        assertThat(real.statuses()).containsExactly("created", "created", "rejected", "rejected");
        assertThat(predicted.statuses()).isEqualTo(real.statuses());
    }

    @Test
    default void anExportFileIsTakenSectionBySection() {
        String role = unique("role");
        String part = unique("part");
        String user = unique("user");
        ObjectNode export = JSON.createObjectNode().put("realm", "old").put("sslRequired", "none");
        ObjectNode typeless = user(user, role);
        typeless.remove("type");
        export.putArray("users").add(typeless);
        export.putArray("authenticationFlows").addObject().put("alias", "x");
        ObjectNode composed = JSON.createObjectNode().put("name", role).put("composite", true);
        composed.putObject("composites").putArray("realm").add(part);
        export.putObject("roles")
                .putArray("realm")
                .add(composed)
                .add(JSON.createObjectNode().put("name", part));

        ImportAnswer answer = ImportAnswer.of(realm().into("records").post("application/json", export.toString()));

        assertThat(answer.statuses()).containsExactly("created", "created", "created");
        assertThat(ImportJob.texts(answer.outcomes(), "key")).containsExactly(role, part, user);
        assertThat(answer.summary().orElseThrow().path("notImported").toString())
                .isEqualTo("[\"realm settings\",\"authenticationFlows\"]");
        assertThat(realm().realmRoles(user)).contains(role);
    }

    /** A client with authorization services that ask for the client's own role, for a group and for a user. */
    private static Map<String, Object> guarded(String clientId, String user) {
        String role = "[{\"id\":\"" + clientId + "/reader\",\"required\":true}]";
        String group = "[{\"path\":\"/" + clientId + "-staff\",\"extendChildren\":true}]";
        Map<String, Object> settings = new HashMap<>(AuthorizationSample.settings());
        List<Object> policies = new ArrayList<>((List<?>) settings.get("policies"));
        policies.add(Map.of("name", "readers", "type", "role", "config", Map.of("roles", role)));
        policies.add(Map.of("name", "staff", "type", "group", "config", Map.of("groups", group)));
        policies.add(Map.of("name", "boss", "type", "user", "config", Map.of("users", "[\"" + user + "\"]")));
        settings.put("policies", policies);
        Map<String, Object> client = AuthorizationSample.client(clientId);
        client.put("authorizationSettings", settings);
        return client;
    }

    @Test
    default void settingsOfAClientMayNameItsRolesAndGroupsAndUsersOfTheSameExport() {
        String clientId = unique("guarded");
        String user = unique("boss");
        Map<String, Object> export = Map.of(
                "realm", "old",
                "clients", List.of(guarded(clientId, user)),
                "roles", Map.of("client", Map.of(clientId, List.of(Map.of("name", "reader")))),
                "groups", List.of(Map.of("name", clientId + "-staff")),
                "users", List.of(Map.of("username", user)));
        ImportRealm records = realm().into("records");
        String body = JSON.valueToTree(export).toString();

        ImportAnswer first = ImportAnswer.of(records.post("application/json", body));
        ImportAnswer again = ImportAnswer.of(records.post("application/json", body));
        ImportAnswer merged = ImportAnswer.of(records.with("onConflict=merge").post("application/json", body));

        assertThat(first.statuses())
                .as("%s", first.outcomes())
                .containsExactly("created", "created", "created", "created", "updated");
        assertThat(ImportJob.texts(first.outcomes(), "key"))
                .containsExactly(clientId, "reader", clientId + "-staff", user, clientId);
        assertThat(again.statuses()).containsOnly("rejected");
        assertThat(ImportAnswer.problems(again.outcomes().get(4))).containsExactly("settings-exist");
        assertThat(merged.statuses()).as("%s", merged.outcomes()).containsOnly("unchanged");
        JsonNode policies = new ClientRealm(realm())
                .of(clientId, "authz/resource-server/settings")
                .path("policies");
        assertThat(policies.findValuesAsText("name")).contains("readers", "staff", "boss");
    }

    @Test
    default void whatIsExportedAndImportedIsExportedAsItWas() {
        String boss = "boss";
        ImportRealm source = realm(Map.of(
                "clients",
                List.of(guarded("shop", boss), Map.of("clientId", "plain", "redirectUris", List.of("/x/*"))),
                "roles",
                Map.of(
                        "realm",
                        List.of(
                                Map.of(
                                        "name",
                                        "whole",
                                        "composites",
                                        Map.of("realm", List.of("part"), "client", Map.of("shop", List.of("reader")))),
                                Map.of("name", "part", "attributes", Map.of("colour", List.of("red", "blue")))),
                        "client",
                        Map.of("shop", List.of(Map.of("name", "reader"), Map.of("name", "writer")))),
                "groups",
                List.of(Map.of(
                        "name",
                        "shop-staff",
                        "attributes",
                        Map.of("floor", List.of("3")),
                        "realmRoles",
                        List.of("whole"),
                        "subGroups",
                        List.of(Map.of("name", "night", "clientRoles", Map.of("shop", List.of("writer")))))),
                "users",
                List.of(Map.of("username", boss, "enabled", true))));
        ObjectNode export = exported(source);
        ((ArrayNode) export.path("users")).addObject().put("username", boss).put("enabled", true);
        ImportRealm target = realm(Map.of());

        // A realm is exported to come back by the same name.
        String file = export.toString().replace(source.name(), target.name());
        ImportAnswer answer =
                ImportAnswer.of(target.into("records").with("onConflict=skip").post("application/json", file));

        assertThat(answer.statuses()).as("%s", answer.outcomes()).doesNotContain("rejected", "failed");
        assertThat(sections(target)).isEqualTo(sections(source));
    }

    private static Map<String, JsonNode> sections(ImportRealm realm) {
        ObjectNode export = exported(realm);
        // POST /clients sets these, as the import does; Keycloak's import of a realm does not.
        List<String> defaults =
                List.of("backchannel.logout.session.required", "backchannel.logout.revoke.offline.tokens");
        export.path("clients").forEach(client -> ((ObjectNode) client.path("attributes")).remove(defaults));
        Map<String, JsonNode> sections = new HashMap<>();
        for (String section : List.of("clients", "roles", "groups", "users")) {
            sections.put(section, new ClientRealm(realm).neutral(export.path(section), "nothing"));
        }
        return sections;
    }

    /** Without ids, which are taken in the same database, and times. */
    private static ObjectNode exported(ImportRealm realm) {
        String path = realm.base() + "/partial-export?exportClients=true&exportGroupsAndRoles=true";
        JsonNode export = realm.admin().post(path, Map.of()).ok().json();
        withoutIds(export);
        return (ObjectNode) export;
    }

    private static void withoutIds(JsonNode json) {
        if (json instanceof ObjectNode object) {
            object.remove(List.of("id", "_id", "containerId", "parentId", "createdTimestamp"));
        }
        json.forEach(RecordsImportContract::withoutIds);
    }

    @Test
    default void aRecordOfNoTypeIsRejected() {
        String role = unique("role");

        ImportAnswer answer = realm().into("records")
                .take("{\"name\":\"x\"}", "{\"type\":\"dragon\"}", "{\"type\":7}", "{\"type\":\"role\"", role(role));

        assertThat(answer.statuses()).containsExactly("rejected", "rejected", "rejected", "rejected", "created");
        assertThat(answer.outcomes().stream()
                        .limit(4)
                        .map(outcome ->
                                outcome.path("problems").path(0).path("code").asText()))
                .containsExactly("missing-type", "invalid-type", "missing-type", "not-json");
    }

    @Test
    default void eachTypeNeedsItsOwnPermission() {
        String role = unique("role");
        String user = unique("user");
        AdminClient usersOnly = realm().newAdmin("manage-users");
        AdminClient viewer = realm().newAdmin("view-users", "view-realm");

        ImportAnswer answer = realm().into("records")
                .as(usersOnly)
                .take(role(role), record("user").put("username", user));

        assertThat(answer.statuses()).containsExactly("rejected", "created");
        assertThat(answer.line(1).path("problems").path(0).path("code").asText())
                .isEqualTo("forbidden");
        assertThat(realm().into("records")
                        .as(viewer)
                        .post((role(role) + "\n").getBytes(StandardCharsets.UTF_8))
                        .status())
                .isEqualTo(403);
    }

    @Test
    default void aRightThatIsTakenAwayEndsItsTypeAndNoOther() throws IOException {
        ImportRealm own = realm(Map.of());
        AdminClient keeper = own.newAdmin("manage-users", "manage-realm");
        Map<String, String> ndjson = Map.of("Content-Type", "application/x-ndjson");

        try (StreamedPost post = StreamedPost.open(keeper, own.into("records").path(), ndjson, PATIENCE)) {
            send(post, role(unique("early")));
            BufferedReader answer = post.lines();
            JsonNode early = ClientRealm.tree(answer.readLine());
            own.admin().revoke(own.name(), idOfAdmin(own), "realm-management", "manage-realm");
            JsonNode late = untilNotCreated(post, answer);
            send(post, record("user").put("username", unique("still")));
            JsonNode still = ClientRealm.tree(answer.readLine());

            assertThat(early.path("status").asText()).isEqualTo("created");
            assertThat(late.path("status").asText()).isEqualTo("rejected");
            assertThat(ImportAnswer.problems(late)).containsExactly("forbidden");
            assertThat(still.path("status").asText()).isEqualTo("created");
        }
    }

    private static String idOfAdmin(ImportRealm realm) {
        return realm.ids().entrySet().stream()
                .filter(user -> user.getKey().startsWith("admin-"))
                .findFirst()
                .orElseThrow()
                .getValue();
    }

    /** Sends roles until one is not created. */
    private JsonNode untilNotCreated(StreamedPost post, BufferedReader answer) throws IOException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        JsonNode outcome;
        do {
            LockSupport.parkNanos(PAUSE.toNanos());
            send(post, role(unique("late")));
            outcome = ClientRealm.tree(answer.readLine());
        } while (outcome.path("status").asText().equals("created") && System.nanoTime() < deadline);
        return outcome;
    }

    private static void send(StreamedPost post, ObjectNode record) throws IOException {
        post.body().write((record + "\n").getBytes(StandardCharsets.UTF_8));
        post.body().flush();
    }

    @Test
    default void manyUsersFollowTheRolesThatTheyHave() {
        String name = unique("many");
        List<ObjectNode> body = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            body.add(role(name + "-role-" + i));
        }
        for (int i = 0; i < 500; i++) {
            body.add(user(name + "-" + i, name + "-role-" + i % 5));
        }

        ImportAnswer answer = realm().with("chunkSize=50").into("records").take(body);

        assertThat(answer.statuses()).hasSize(505).containsOnly("created");
        assertThat(realm().realmRoles(name + "-499")).contains(name + "-role-4");
    }
}
