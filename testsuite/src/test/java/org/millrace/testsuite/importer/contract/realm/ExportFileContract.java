package org.millrace.testsuite.importer.contract.realm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.contract.realm.ImportingRecords.user;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.importer.fixture.AuthorizationSample;
import org.millrace.testsuite.importer.fixture.ClientRealm;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;

/** Files that Keycloak exports, imported as records. */
interface ExportFileContract extends ImportingRecords {
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
        json.forEach(ExportFileContract::withoutIds);
    }
}
