package org.millrace.testsuite.importer.contract.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.Connection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.data.SampleRealm;
import org.millrace.testsuite.importer.differential.Twins;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.UserLine;

/** Groups of a realm. */
public interface GroupImportContract extends ImportingGroups {
    @Test
    default void groupsAreWhatTheirOwnCallsLeave() throws Exception {
        Instant start = Instant.ofEpochMilli(System.currentTimeMillis());
        Twins twins = Twins.of(() -> ImportRealm.sample(server()));
        List<ObjectNode> records = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            ObjectNode leaf = with(named("leaf"), "a", "1", "2", "ö").put("description", "the last");
            leaf.putArray("realmRoles").add(SampleRealm.ROLE);
            ObjectNode top = above(
                    with(named("top" + i), "number", "" + i),
                    above(named("left"), above(named("below"), leaf)),
                    named("right"));
            top.putObject("clientRoles").putArray(SampleRealm.CLIENT).add(SampleRealm.CLIENT_ROLE);
            records.add(top);
        }

        GroupsOneByOne keycloak = new GroupsOneByOne(twins.keycloaks());
        records.forEach(record -> keycloak.create(record, null));
        ImportAnswer answer =
                twins.millraces().with("chunkSize=5").into("groups").take(records);

        assertThat(answer.count("created")).as("%s", answer.outcomes()).isEqualTo(records.size());
        assertSame(twins, start);
        ObjectNode revised = with(named("top3"), "other", "x").put("description", "new");
        revised.putArray("realmRoles").add(SampleRealm.SECOND_ROLE);
        keycloak.replace(revised, stored(twins.keycloaks(), "/top3").path("id").asText());
        assertThat(twins.millraces()
                        .with("onConflict=replace")
                        .into("groups")
                        .take(revised)
                        .statuses())
                .containsExactly("updated");
        assertSame(twins, start);
    }

    private void assertSame(Twins twins, Instant start) throws Exception {
        try (Connection connection = server().database().connect()) {
            List<String> expected = GroupRows.of(connection, twins.keycloaks(), start);
            List<String> actual = GroupRows.of(connection, twins.millraces(), start);
            assertThat(actual).as(() -> GroupRows.difference(expected, actual)).isEqualTo(expected);
        }
    }

    @Test
    default void aGroupIsThereWithItsIdAndItsSubgroups() {
        String name = unique("group");
        String id = UUID.randomUUID().toString();
        assertThat(has("/" + name)).isFalse();

        JsonNode outcome = groups().take(above(named(name).put("id", id), named("one"), named("two")))
                .single();

        assertThat(outcome.path("status").asText()).isEqualTo("created");
        assertThat(outcome.path("key").asText()).isEqualTo(name);
        assertThat(outcome.path("id").asText()).isEqualTo(id);
        assertThat(stored(realm(), "/" + name).path("subGroupCount").asInt()).isEqualTo(2);
        assertThat(has("/" + name + "/two")).isTrue();
        assertThat(realm().admin()
                        .get(realm().base() + "/groups?search=" + name)
                        .ok()
                        .json()
                        .findValuesAsText("name"))
                .contains(name);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 200})
    default void flatGroupsFindTheirParentsAnywhereInTheBody(int chunkSize) {
        String top = "/" + unique("flat");

        ImportAnswer answer = groups("chunkSize=" + chunkSize)
                .take(
                        at(top),
                        at(top + "/b/c"),
                        at(top + "/b"),
                        at(top + "/b/c/d").put("name", "d"));

        assertThat(answer.statuses()).containsExactly("created", "created", "created", "created");
        assertThat(has(top + "/b/c/d")).isTrue();
    }

    @Test
    default void aMissingParentIsNamedAndNotMade() {
        String top = "/" + unique("missing");
        String neighbour = unique("neighbour");

        ImportAnswer answer =
                groups().take(at(top + "/child"), named(neighbour), named("x").put("parentId", "none"));

        assertThat(answer.statuses()).containsExactly("rejected", "created", "rejected");
        assertThat(code(answer.line(1))).isEqualTo("unknown-parent");
        assertThat(answer.line(1).path("problems").path(0).path("detail").asText())
                .contains(top);
        assertThat(code(answer.line(3))).isEqualTo("unknown-parent");
        assertThat(has(top)).isFalse();
        assertThat(has("/" + neighbour)).isTrue();
    }

    @Test
    default void aGroupThatIsThereIsDealtWithAsAsked() {
        String name = unique("group");
        String path = "/" + name;
        ObjectNode first = with(above(named(name), named("kept")), "a", "1").put("description", "first");
        first.putArray("realmRoles").add(SampleRealm.ROLE);
        ObjectNode second = with(above(named(name), with(named("added"), "z", "9")), "b", "2", "3");
        second.putArray("realmRoles").add(SampleRealm.SECOND_ROLE);
        String id = groups().take(first).single().path("id").asText();

        assertThat(code(groups().take(second).single())).isEqualTo("group-exists");
        assertThat(groups("onConflict=skip").take(second).statuses()).containsExactly("unchanged");
        assertThat(has(path + "/added")).isFalse();

        assertThat(groups("onConflict=merge").take(second, second, first).statuses())
                .containsExactly("updated", "unchanged", "unchanged");
        JsonNode merged = stored(realm(), path);
        assertThat(merged.path("description").asText()).isEqualTo("first");
        assertThat(merged.path("attributes").fieldNames()).toIterable().containsExactlyInAnyOrder("a", "b");
        assertThat(merged.path("realmRoles")).hasSize(2);
        assertThat(has(path + "/added")).isTrue();

        assertThat(groups("onConflict=replace").take(second, second).statuses())
                .containsExactly("updated", "unchanged");
        JsonNode replaced = stored(realm(), path);
        assertThat(replaced.has("description")).isFalse();
        assertThat(replaced.path("attributes").fieldNames()).toIterable().containsExactly("b");
        assertThat(replaced.path("realmRoles").path(0).asText()).isEqualTo(SampleRealm.SECOND_ROLE);
        assertThat(replaced.path("id").asText()).isEqualTo(id);
        assertThat(has(path + "/kept")).isTrue();
    }

    @Test
    default void whatARecordNamesAsNothingIsTakenAwayByAMerge() {
        String name = unique("group");
        groups().take(with(with(named(name), "a", "1"), "b", "2").put("description", "some"));

        ObjectNode emptied = with(named(name), "a").putNull("description");
        assertThat(groups("onConflict=merge").take(emptied).statuses()).containsExactly("updated");

        JsonNode stored = stored(realm(), "/" + name);
        assertThat(stored.has("description")).isFalse();
        assertThat(stored.path("attributes").toString()).isEqualTo("{\"b\":[\"2\"]}");
    }

    @Test
    default void signsOfAllKindsAreStoredAsTheyAre() {
        String name = unique("tab\tline\nreturn\rback\\slash\\N\\. quote' \"ö€𝄞");
        String value = "\\N \\t\t\n\b𝄞";

        JsonNode outcome = groups().take(with(named(name), "a\tb", value, "").put("description", ""))
                .single();

        assertThat(outcome.path("status").asText()).as("%s", outcome).isEqualTo("created");
        JsonNode stored = realm().admin()
                .get(realm().base() + "/groups/" + outcome.path("id").asText())
                .ok()
                .json();
        assertThat(stored.path("name").asText()).isEqualTo(name);
        assertThat(stored.path("description").asText("none")).isEmpty();
        List<String> values = new ArrayList<>();
        stored.path("attributes").path("a\tb").forEach(text -> values.add(text.asText()));
        assertThat(values).containsExactlyInAnyOrder(value, "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fail", "merge"})
    default void aDryRunSaysWhatTheImportSaysAndWritesNothing(String onConflict) {
        String top = unique("top");
        List<ObjectNode> body = List.of(
                named(top),
                at("/" + top + "/b"),
                at("/" + top + "/b/c"),
                at("/" + top + "/b"),
                at("/" + top + "/no/d"),
                with(named(top), "a", "1"));

        ImportAnswer predicted =
                groups("dryRun=true&chunkSize=1&onConflict=" + onConflict).take(body);
        boolean written = has("/" + top);
        ImportAnswer real = groups("chunkSize=1&onConflict=" + onConflict).take(body);

        assertThat(written).isFalse();
        assertThat(predicted.statuses()).isEqualTo(real.statuses());
        assertThat(real.statuses())
                .containsExactlyElementsOf(
                        onConflict.equals("fail")
                                ? List.of("created", "created", "created", "rejected", "rejected", "rejected")
                                : List.of("created", "created", "created", "unchanged", "rejected", "updated"));
        assertThat(has("/" + top + "/b/c")).isTrue();
    }

    @Test
    default void groupsFireTheEventsOfTheirOwnCalls() {
        ImportRealm realm = realm(Map.of("adminEventsEnabled", true, "adminEventsDetailsEnabled", true));
        realm.admin().createRealmRole(realm.name(), "role");
        realm.admin().delete(realm.base() + "/admin-events").ok();
        ObjectNode record = above(named("logged"), named("child"));
        record.putArray("realmRoles").add("role");

        String id = realm.with("events=each")
                .into("groups")
                .take(record, named(" "))
                .line(1)
                .path("id")
                .asText();

        JsonNode events = realm.admin().get(realm.base() + "/admin-events").ok().json();
        List<String> told = new ArrayList<>();
        events.forEach(event -> told.add(event.path("operationType").asText() + " "
                + event.path("resourceType").asText() + " "
                + event.path("resourcePath").asText().replace(id, "ID")));
        assertThat(told)
                .containsExactlyInAnyOrder(
                        "CREATE GROUP groups/ID",
                        "CREATE REALM_ROLE_MAPPING groups/ID/role-mappings/realm",
                        "CREATE GROUP groups/ID/children");
    }

    @Test
    default void usersAreInAGroupThatWasImported() {
        String name = unique("team é");
        groups().take(named(name));
        String username = unique("member");

        ImportAnswer answer = realm().take(UserLine.named(username).with("groups", List.of("/" + name)));

        assertThat(answer.statuses()).as("%s", answer.outcomes()).containsExactly("created");
        assertThat(realm().groups(username)).containsExactly("/" + name);
    }
}
