package org.millrace.testsuite.importer.contract.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.contract.client.ImportingRoles.composed;
import static org.millrace.testsuite.importer.contract.client.ImportingRoles.role;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.TableRows;

/** Roles of the realm and of clients. */
interface RoleImportContract extends ImportingRoles {
    private Set<String> parts(String name) {
        return new TreeSet<>(realm().admin()
                .get(realm().base() + "/roles/" + name + "/composites")
                .ok()
                .json()
                .findValuesAsText("name"));
    }

    @Test
    default void aRoleIsWhatItsOwnCallMakesOfIt() {
        String ours = unique("ours");
        String theirs = unique("theirs");
        String part = unique("part");
        roles().take(role(part));
        ObjectNode wanted = composed(ours, part).put("description", "what it is for");
        wanted.putObject("attributes").putArray("color").add("red").add("blue");

        JsonNode outcome = roles().take(wanted).single();
        realm().admin()
                .post(realm().base() + "/roles", wanted.deepCopy().put("name", theirs))
                .ok();

        assertThat(outcome.path("status").asText()).isEqualTo("created");
        assertThat(outcome.path("key").asText()).isEqualTo(ours);
        assertThat(outcome.path("id").asText())
                .isEqualTo(stored(ours).path("id").asText());
        assertThat(without(stored(ours), "id", "name")).isEqualTo(without(stored(theirs), "id", "name"));
        assertThat(parts(ours)).isEqualTo(parts(theirs)).containsExactly(part);
    }

    @Test
    default void rowsOfRolesAreThoseOfTheirOwnCalls() throws Exception {
        String clientId = unique("client");
        String client = client(clientId);
        String part = unique("part");
        roles().take(role(part));
        String ours = unique("ours");
        String theirs = unique("theirs");
        ObjectNode wanted = composed(ours, part).put("description", "what it is for");
        wanted.putObject("attributes").putArray("color").add("red").add("red").add("ö");

        ImportAnswer answer =
                roles().take(wanted, wanted.deepCopy().put("clientId", clientId), role(unique("neighbour")));
        realm().admin()
                .post(realm().base() + "/roles", wanted.deepCopy().put("name", theirs))
                .ok();
        String ofClient = realm().base() + "/clients/" + client + "/roles/";
        realm().admin().post(ofClient, wanted.deepCopy().put("name", theirs)).ok();

        assertThat(answer.count("created")).as("%s", answer.outcomes()).isEqualTo(3);
        assertThat(rows(stored(ours))).isEqualTo(rows(stored(theirs))).hasSize(5);
        JsonNode oursOfClient = realm().admin().get(ofClient + ours).ok().json();
        JsonNode theirsOfClient = realm().admin().get(ofClient + theirs).ok().json();
        assertThat(rows(oursOfClient)).isEqualTo(rows(theirsOfClient)).hasSize(5);
    }

    /** All rows of a role, without what two equal ones have to differ in. */
    private List<String> rows(JsonNode role) throws SQLException {
        String id = role.path("id").asText();
        List<String> rows = new ArrayList<>();
        try (Connection connection = server().database().connect()) {
            for (String sql : List.of(
                    "SELECT * FROM keycloak_role WHERE id = ?",
                    "SELECT * FROM role_attribute WHERE role_id = ?",
                    "SELECT * FROM composite_role WHERE composite = ?")) {
                for (Map<String, String> row : TableRows.read(connection, sql, id)) {
                    if (sql.contains("role_attribute")) {
                        row.remove("id");
                    }
                    row.replaceAll((column, value) -> value.equals(id) ? "ROLE" : value);
                    row.replace("name", role.path("name").asText(), "NAME");
                    rows.add(sql + row);
                }
            }
        }
        Collections.sort(rows);
        return rows;
    }

    private static JsonNode without(JsonNode json, String... fields) {
        return ((ObjectNode) json.deepCopy()).remove(List.of(fields));
    }

    @Test
    default void aRoleOfAClientIsThere() {
        String clientId = unique("client");
        String uuid = client(clientId);
        String name = unique("role");

        ImportAnswer answer =
                roles().take(role(name).put("clientId", clientId), role(name).put("clientId", unique("no")));

        assertThat(answer.statuses()).containsExactly("created", "rejected");
        assertThat(answer.line(2).path("problems").path(0).path("code").asText())
                .isEqualTo("unknown-client");
        JsonNode role = realm().admin()
                .get(realm().base() + "/clients/" + uuid + "/roles/" + name)
                .ok()
                .json();
        assertThat(role.path("clientRole").asBoolean()).isTrue();
        assertThat(has(name)).isFalse();
    }

    @Test
    default void rolesAreComposedOfOthersThatStandAnywhereInTheBody() {
        String a = unique("a");
        String b = unique("b");
        String c = unique("c");

        ImportAnswer answer =
                realm().with("chunkSize=1").into("roles").take(composed(a, b, c), composed(b, c), role(c));

        assertThat(answer.statuses()).containsExactly("created", "created", "created");
        assertThat(parts(a)).containsExactlyInAnyOrder(b, c);
        assertThat(parts(b)).containsExactly(c);
    }

    @Test
    default void rolesMayContainEachOther() {
        String a = unique("a");
        String b = unique("b");

        ImportAnswer answer = realm().with("chunkSize=1").into("roles").take(composed(a, b), composed(b, a));

        assertThat(answer.statuses()).containsExactly("created", "created");
        assertThat(parts(a)).containsExactly(b);
        assertThat(parts(b)).containsExactly(a);
    }

    @Test
    default void aRoleThatIsThereIsDealtWithAsAsked() {
        String name = unique("role");
        String part = unique("part");
        String other = unique("other");
        roles().take(role(part), role(other));
        ObjectNode first = composed(name, part).put("description", "first");
        first.putObject("attributes").putArray("a").add("1");
        ObjectNode second = composed(name, other);
        second.putObject("attributes").putArray("b").add("2");
        String id = roles().take(first).single().path("id").asText();

        assertThat(roles().take(second)
                        .single()
                        .path("problems")
                        .path(0)
                        .path("code")
                        .asText())
                .isEqualTo("role-exists");
        assertThat(realm().with("onConflict=skip").into("roles").take(second).statuses())
                .containsExactly("unchanged");
        assertThat(stored(name).path("attributes").toString()).isEqualTo("{\"a\":[\"1\"]}");

        ImportRealm merging = realm().with("onConflict=merge").into("roles");
        assertThat(merging.take(second).statuses()).containsExactly("updated");
        assertThat(merging.take(second).statuses()).containsExactly("unchanged");
        assertThat(merging.take(first).statuses()).containsExactly("unchanged");
        assertThat(stored(name).path("description").asText()).isEqualTo("first");
        assertThat(stored(name).path("attributes").toString()).isEqualTo("{\"a\":[\"1\"],\"b\":[\"2\"]}");
        assertThat(parts(name)).containsExactlyInAnyOrder(part, other);

        ImportRealm replacing = realm().with("onConflict=replace").into("roles");
        assertThat(replacing.take(second).statuses()).containsExactly("updated");
        assertThat(replacing.take(second).statuses()).containsExactly("unchanged");
        assertThat(stored(name).has("description")).isFalse();
        assertThat(stored(name).path("attributes").toString()).isEqualTo("{\"b\":[\"2\"]}");
        assertThat(parts(name)).containsExactly(other);
        assertThat(stored(name).path("id").asText()).isEqualTo(id);
    }

    @Test
    default void recordsBehindARenamedRoleAreAboutItsNewName() {
        String before = unique("before");
        String after = unique("after");
        String other = unique("other");
        String id = roles().take(role(before)).single().path("id").asText();
        roles().take(role(other));

        ImportAnswer answer = realm().with("onConflict=merge&chunkSize=100")
                .into("roles")
                .take(
                        role(other).put("description", "changed"),
                        role(after).put("id", id),
                        role(before).put("description", "new"),
                        role(after).put("description", "renamed"),
                        composed(other, after));

        assertThat(answer.statuses()).containsExactly("updated", "updated", "created", "updated", "updated");
        assertThat(stored(after).path("id").asText()).isEqualTo(id);
        assertThat(stored(after).path("description").asText()).isEqualTo("renamed");
        assertThat(stored(before).path("description").asText()).isEqualTo("new");
        assertThat(stored(before).path("id").asText()).isNotEqualTo(id);
        assertThat(parts(other)).containsExactly(after);
    }

    @Test
    default void aRenamedRoleHasNoPartOfItsFormerName() {
        String before = unique("before");
        String after = unique("after");
        String other = unique("other");
        String id = roles().take(role(before)).single().path("id").asText();
        roles().take(role(other));
        ImportRealm merging = realm().with("onConflict=merge&chunkSize=100").into("roles");

        ImportAnswer itself = merging.take(composed(after, before).put("id", id), role(unique("neighbour")));
        ImportAnswer another = merging.take(role(after).put("id", id), composed(other, before), role(unique("next")));

        assertThat(itself.statuses()).containsExactly("rejected", "created");
        assertThat(another.statuses()).containsExactly("updated", "rejected", "created");
        for (JsonNode outcome : List.of(itself.line(1), another.line(2))) {
            assertThat(outcome.path("problems").path(0).path("code").asText()).isEqualTo("unknown-role");
        }
    }

    @Test
    default void aDryRunSaysWhatTheImportSaysAndWritesNothing() {
        String a = unique("a");
        String b = unique("b");
        List<ObjectNode> body = List.of(
                composed(a, b), role(b), role(b), composed(unique("c"), unique("missing")), role("offline_access"));

        ImportAnswer predicted =
                realm().with("dryRun=true&chunkSize=1").into("roles").take(body);
        boolean written = has(a) || has(b);
        ImportAnswer real = realm().with("chunkSize=1").into("roles").take(body);

        assertThat(written).isFalse();
        assertThat(real.statuses()).containsExactly("created", "created", "rejected", "rejected", "rejected");
        assertThat(predicted.statuses()).isEqualTo(real.statuses());
    }

    @Test
    default void aRecordThatWaitsDoesNotUndoALaterOne() {
        String name = unique("role");
        String late = unique("late");
        roles().take(role(name));
        ImportRealm merging = realm().with("onConflict=merge&chunkSize=1").into("roles");

        merging.take(
                composed(name, late).put("description", "first"), role(name).put("description", "last"), role(late));

        assertThat(stored(name).path("description").asText()).isEqualTo("last");
    }

    @Test
    default void rolesFireEventsOnRequest() {
        ImportRealm realm = realm(Map.of("adminEventsEnabled", true, "adminEventsDetailsEnabled", true));

        realm.with("events=each").into("roles").take(role("logged"), role("offline_access"));

        JsonNode events = realm.admin().get(realm.base() + "/admin-events").ok().json();
        assertThat(events).hasSize(1);
        assertThat(events.path(0).path("operationType").asText()).isEqualTo("CREATE");
        assertThat(events.path(0).path("resourceType").asText()).isEqualTo("REALM_ROLE");
        assertThat(events.path(0).path("resourcePath").asText()).isEqualTo("roles/logged");
    }
}
