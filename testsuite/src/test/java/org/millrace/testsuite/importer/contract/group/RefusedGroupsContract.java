package org.millrace.testsuite.importer.contract.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.data.SampleRealm;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;

/** Which groups are refused, to whom, and what is said of it. */
interface RefusedGroupsContract extends ImportingGroups {
    @Test
    default void anIdOfAnotherRealmIsRefusedAndItsNeighboursAreNot() {
        ImportRealm elsewhere = realm(Map.of());
        String id = elsewhere
                .into("groups")
                .take(named("taken"))
                .single()
                .path("id")
                .asText();
        String name = unique("group");

        ImportAnswer answer = groups().take(named(unique("copy")).put("id", id), named(name));

        assertThat(answer.statuses()).containsExactly("rejected", "created");
        assertThat(code(answer.line(1))).isEqualTo("id-exists");
    }

    @Test
    default void whatIsWrongWithARecordIsSaidAndNothingOfItIsWritten() {
        String name = unique("group");
        ObjectNode unknownRole = named(name + "a");
        unknownRole.putArray("realmRoles").add("missing-role");

        ImportAnswer answer = groups().take(
                        "{\"description\":\"nameless\"}",
                        named(" "),
                        at("/a").put("name", "b"),
                        unknownRole,
                        above(named(name + "b"), named("twice"), named("twice")),
                        above(named(name + "c"), named("x".repeat(256))),
                        named(name + "d").put("id", "i".repeat(37)),
                        named(name + "e").put("color", "red"));

        assertThat(answer.outcomes().stream().map(this::code))
                .containsExactly(
                        "invalid-name",
                        "invalid-name",
                        "invalid-path",
                        "unknown-role",
                        "group-exists",
                        "value-too-long",
                        "invalid-id",
                        "");
        assertThat(ImportAnswer.warnings(answer.line(8))).containsExactly("unknown-field");
        for (String rejected : List.of("a", "b", "c", "d")) {
            assertThat(has("/" + name + rejected)).as(rejected).isFalse();
        }
    }

    @Test
    default void aLenientImportLeavesUnknownRolesOut() {
        String name = unique("group");
        ObjectNode record = named(name);
        record.putArray("realmRoles").add("missing-role").add(SampleRealm.ROLE);

        JsonNode outcome = groups("validation=lenient").take(record).single();

        assertThat(outcome.path("status").asText()).isEqualTo("created");
        assertThat(ImportAnswer.warnings(outcome)).containsExactly("unknown-role");
        assertThat(stored(realm(), "/" + name).path("realmRoles")).hasSize(1);
    }

    @Test
    default void whoMayNotManageGroupsIsRefused() {
        for (String role : List.of("view-users", "manage-realm", "manage-clients", "query-groups")) {
            Answer answer =
                    groups().as(realm().newAdmin(role)).post((named("no") + "\n").getBytes(StandardCharsets.UTF_8));
            assertThat(answer.status()).as(role).isEqualTo(403);
        }
    }

    @Test
    default void fineGrainedPermissionsAreAskedForEachGroup() {
        ImportRealm realm = realm(Map.of("adminPermissionsEnabled", true));
        String own = realm.into("groups").take(named("own")).single().path("id").asText();
        realm.into("groups").take(named("other"));
        AdminClient manager = realm.newAdmin("query-groups");
        String userId = realm.ids().entrySet().iterator().next().getValue();
        String server = realm.base() + "/clients/"
                + realm.admin()
                        .get(realm.base() + "/clients?clientId=admin-permissions")
                        .ok()
                        .json()
                        .path(0)
                        .path("id")
                        .asText()
                + "/authz/resource-server";
        realm.admin()
                .post(server + "/policy/user", Map.of("name", "manager", "users", List.of(userId)))
                .ok();
        realm.admin()
                .post(
                        server + "/permission/scope",
                        Map.of(
                                "name", "manages own",
                                "resourceType", "Groups",
                                "resources", List.of(own),
                                "scopes", List.of("manage"),
                                "policies", List.of("manager")))
                .ok();

        ImportAnswer answer = realm.with("onConflict=merge")
                .into("groups")
                .as(manager)
                .take(
                        at("/own/child"),
                        with(named("own"), "a", "1"),
                        at("/other/child"),
                        with(named("other"), "a", "1"),
                        named("third"));

        assertThat(answer.statuses())
                .as("%s", answer.outcomes())
                .containsExactly("created", "updated", "rejected", "rejected", "rejected");
        assertThat(answer.outcomes().stream().skip(2).map(this::code)).containsOnly("forbidden-group");
    }

    @Test
    default void mappingsRejectedByRoleMappingsAreRejected() {
        AdminClient manager = realm().newAdmin("manage-users");
        String name = unique("climbers");
        ObjectNode climbing = named(name);
        climbing.putObject("clientRoles").putArray("realm-management").add("realm-admin");
        ObjectNode plain = named(unique("plain"));
        plain.putArray("realmRoles").add(SampleRealm.ROLE);

        ImportAnswer answer = groups().as(manager).take(climbing, plain, above(named(name), climbing.deepCopy()));

        assertThat(answer.statuses()).containsExactly("rejected", "created", "rejected");
        assertThat(code(answer.line(1))).isEqualTo("forbidden-role");
        assertThat(code(answer.line(3))).isEqualTo("forbidden-role");
        assertThat(has("/" + name)).isFalse();
    }
}
