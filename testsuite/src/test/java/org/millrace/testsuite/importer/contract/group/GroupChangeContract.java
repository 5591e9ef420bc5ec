package org.millrace.testsuite.importer.contract.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.data.SampleRealm;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;

/** Groups that are renamed, moved, or named by several records, and what the server has cached of them. */
public interface GroupChangeContract extends ImportingGroups {
    @Test
    default void aGroupIsRenamedAndMovedByItsId() {
        String old = unique("old");
        String other = unique("other");
        String fresh = unique("fresh");
        String id = groups().take(above(named(old), named("below")))
                .single()
                .path("id")
                .asText();
        groups().take(named(other));

        ImportAnswer answer = groups("onConflict=merge")
                .take(
                        named(fresh).put("id", id),
                        at("/" + other + "/" + fresh).put("id", id),
                        named(other).put("id", id),
                        at("/" + other + "/" + fresh + "/below/x").put("id", id));

        assertThat(answer.statuses()).containsExactly("updated", "updated", "rejected", "rejected");
        assertThat(code(answer.line(3))).isEqualTo("group-exists");
        assertThat(code(answer.line(4))).isEqualTo("invalid-path");
        assertThat(stored(realm(), "/" + other + "/" + fresh + "/below")
                        .path("id")
                        .asText())
                .isNotEmpty();
        assertThat(stored(realm(), "/" + other + "/" + fresh).path("id").asText())
                .isEqualTo(id);
        assertThat(has("/" + old)).isFalse();
    }

    /** Keycloak follows the parents of a group to the top, and would not end. */
    @Test
    default void aRecordDoesNotPutAGroupBelowItself() {
        String first = unique("first");
        String second = unique("second");
        List<JsonNode> created = groups().take(named(first), named(second)).outcomes();
        String firstId = created.get(0).path("id").asText();
        String secondId = created.get(1).path("id").asText();

        ImportAnswer answer = groups("onConflict=merge")
                .take(
                        above(at("/" + first + "/new"), named(first).put("id", firstId)),
                        above(
                                at("/" + first + "/new"),
                                above(named("newer"), named(first).put("id", firstId))),
                        above(
                                named(first),
                                above(
                                        named(second).put("id", secondId),
                                        named(first).put("id", firstId))),
                        above(
                                named(first),
                                above(
                                        named("new"),
                                        above(
                                                named(second).put("id", secondId),
                                                named(first).put("id", firstId)))));

        groups().take(at("/" + first + "/d"), at("/" + first + "/e"));
        String d = stored(realm(), "/" + first + "/d").path("id").asText();
        String e = stored(realm(), "/" + first + "/e").path("id").asText();
        ImportAnswer siblings = groups("onConflict=merge")
                .take(above(
                        named(first),
                        above(named("d"), named("e").put("id", e)),
                        above(named("e"), named("d").put("id", d))));

        assertThat(siblings.statuses()).containsExactly("rejected");
        assertThat(stored(realm(), "/" + first + "/d").path("id").asText()).isEqualTo(d);
        assertThat(answer.statuses()).containsOnly("rejected");
        assertThat(answer.outcomes().subList(0, 2)).extracting(this::code).containsOnly("invalid-path");
        assertThat(stored(realm(), "/" + first).path("id").asText()).isEqualTo(firstId);
        assertThat(stored(realm(), "/" + second).path("id").asText()).isEqualTo(secondId);
        assertThat(has("/" + first + "/new")).isFalse();
    }

    @Test
    default void aChunkBuildsOnGroupsThatItMadeItself() {
        String top = unique("top");
        String other = unique("other");
        String id = UUID.randomUUID().toString();
        ObjectNode revised = with(named(top), "a", "2").put("description", "revised");
        revised.putArray("realmRoles").add(SampleRealm.ROLE);

        ImportAnswer answer = groups("onConflict=merge&chunkSize=100")
                .take(
                        with(with(named(top), "a", "1"), "b", "1"),
                        at("/" + top + "/child").put("id", id),
                        named("grandchild").put("parentId", id),
                        named(top),
                        revised,
                        at("/" + other),
                        at("/" + other + "/moved").put("id", id),
                        at("/" + other + "/moved/grandchild/last"),
                        at("/" + top + "/child"));

        assertThat(answer.statuses())
                .as("%s", answer.outcomes())
                .containsExactly(
                        "created",
                        "created",
                        "created",
                        "unchanged",
                        "updated",
                        "created",
                        "updated",
                        "created",
                        "created");
        JsonNode stored = stored(realm(), "/" + top);
        assertThat(stored.path("attributes").toString()).isEqualTo("{\"a\":[\"2\"],\"b\":[\"1\"]}");
        assertThat(stored.path("description").asText()).isEqualTo("revised");
        assertThat(stored.path("realmRoles").path(0).asText()).isEqualTo(SampleRealm.ROLE);
        assertThat(stored(realm(), "/" + other + "/moved").path("id").asText()).isEqualTo(id);
        assertThat(has("/" + other + "/moved/grandchild/last")).isTrue();
        assertThat(stored(realm(), "/" + top + "/child").path("id").asText()).isNotEqualTo(id);
    }

    @Test
    default void aGroupThatAChunkNamesTwiceIsMadeOnce() {
        String name = unique("group");
        String id = UUID.randomUUID().toString();

        ImportAnswer answer = groups("chunkSize=100")
                .take(
                        named(name).put("id", id),
                        named(name),
                        named(unique("same")).put("id", id),
                        above(named(unique("above")), named("x").put("id", id)),
                        named(unique("neighbour")));

        assertThat(answer.statuses()).containsExactly("created", "rejected", "rejected", "rejected", "created");
        assertThat(answer.outcomes().stream().skip(1).limit(3).map(this::code)).containsOnly("group-exists");
    }

    @Test
    default void whatTheServerRemembersOfGroupsIsRightAfterAnImport() {
        ImportRealm realm = realm(Map.of()).into("groups");
        realm.take(named("top"));
        assertThat(exported(realm)).containsExactly("/top");

        realm.with("dryRun=true&onConflict=merge")
                .take(at("/top/tried"), with(named("tried"), "a", "1"), named("tried"));

        assertThat(exported(realm)).containsExactly("/top");
        assertThat(find(realm, "/top/tried").status()).isEqualTo(404);

        realm.take(at("/top/child"), named("second"), at("/second/child"));

        assertThat(exported(realm)).containsExactlyInAnyOrder("/top", "/top/child", "/second", "/second/child");

        realm.take(at("/second/other"));

        assertThat(exported(realm)).contains("/second/child", "/second/other");
    }

    /** Paths of all groups, as an export of the realm walks down them by what the server remembers. */
    static List<String> exported(ImportRealm realm) {
        JsonNode export = realm.admin()
                .post(realm.base() + "/partial-export?exportGroupsAndRoles=true", Map.of())
                .ok()
                .json();
        return export.path("groups").findValuesAsText("path");
    }

    @Test
    default void aNameMayHoldASlash() {
        String top = unique("top");
        String name = "a/b";

        ImportAnswer answer = groups("onConflict=merge")
                .take(
                        above(named(top), named(name)),
                        at("/" + top + "/a/b").put("name", name),
                        at("/" + top + "/a/b/c"));

        assertThat(answer.statuses()).containsExactly("created", "unchanged", "created");
        JsonNode parent = stored(realm(), "/" + top);
        JsonNode children = realm().admin()
                .get(realm().base() + "/groups/" + parent.path("id").asText() + "/children")
                .ok()
                .json();
        assertThat(children.findValuesAsText("name")).containsExactly(name);
    }
}
