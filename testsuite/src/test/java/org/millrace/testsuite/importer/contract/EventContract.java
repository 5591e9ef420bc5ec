package org.millrace.testsuite.importer.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.ServerLog;
import org.millrace.testsuite.importer.fixture.UserLine;

/** The admin events that an import fires. */
interface EventContract extends Importing {
    private ImportRealm recorded() {
        ImportRealm realm =
                ImportRealm.create(server(), Map.of("adminEventsEnabled", true, "adminEventsDetailsEnabled", true));
        realm.admin().delete(realm.base() + "/admin-events").ok();
        return realm;
    }

    private static List<JsonNode> events(ImportRealm realm) {
        return Stream.of(realm.admin()
                        .get(realm.base() + "/admin-events?max=100")
                        .ok()
                        .json())
                .flatMap(JsonNode::valueStream)
                .toList();
    }

    /** An event without what differs from one to the next. */
    private static ObjectNode neutral(JsonNode event, String id) {
        ObjectNode neutral = event.deepCopy();
        neutral.remove(List.of("id", "time", "authDetails", "representation"));
        neutral.put("resourcePath", event.path("resourcePath").asText().replace(id, "ID"));
        return neutral;
    }

    @Test
    default void eachFiresWhatPostUsersFires() {
        ImportRealm realm = recorded();
        UserLine posted = UserLine.named("posted").with("firstName", "First").password("a clear one");
        String postedId =
                realm.admin().post(realm.base() + "/users", posted.json()).createdId();
        ObjectNode expected = neutral(events(realm).get(0), postedId);

        ImportAnswer answer = realm.with("events=each&onConflict=merge")
                .take(
                        UserLine.named("imported").with("firstName", "First").password("a clear one"),
                        UserLine.named("posted").with("firstName", "Second"),
                        UserLine.named("posted").with("firstName", "Second"),
                        UserLine.named("rejected").email("no address"));

        assertThat(answer.statuses()).containsExactly("created", "updated", "unchanged", "rejected");
        List<JsonNode> events = events(realm);
        String id = answer.line(1).path("id").asText();
        assertThat(events).hasSize(3);
        assertThat(events.stream().map(event -> event.path("operationType").asText()))
                .containsExactlyInAnyOrder("UPDATE", "CREATE", "CREATE");
        JsonNode creation = events.stream()
                .filter(event -> event.path("resourcePath").asText().endsWith(id))
                .findFirst()
                .orElseThrow();
        assertThat(neutral(creation, id)).isEqualTo(expected);
        assertThat(creation.path("representation").asText())
                .contains("\"username\":\"imported\"")
                .doesNotContain("a clear one");
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "summary", "each"})
    default void changedPermissionsAndCredentialsAreAuditedWithAnyEventOption(String events) {
        ImportRealm realm = recorded();
        realm.admin().createRealmRole(realm.name(), "auditor");
        String changed = realm.take(UserLine.named("ann")).line(1).path("id").asText();
        String renamed = realm.take(UserLine.named("bob")).line(1).path("id").asText();
        UserLine record = UserLine.named("ann").password("swordfish").with("realmRoles", List.of("auditor"));
        ServerLog log = ServerLog.from(realm.node());

        realm.with("dryRun=true&onConflict=merge&events=" + events).take(record);
        assertThat(log.text()).doesNotContain(changed);
        realm.with("onConflict=merge&events=" + events)
                .take(record, UserLine.named("bob").with("lastName", "B"));
        ImportJob.create(realm, Map.of("onConflict", "replace", "events", events))
                .with(1, List.of(UserLine.named("ann").password("swordfish")))
                .started()
                .finished();

        log.await("Import by user \\S+ of realm \\S+ in realm \\S+ changed user " + changed
                + ": credentials set \\[password\\]; roles granted \\[\\S+\\]");
        log.await("changed user " + changed + ": credentials set \\[password\\]; roles removed \\[\\S+\\]");
        assertThat(log.text()).doesNotContain("changed user " + renamed).doesNotContain("swordfish");
    }

    @Test
    default void changesOfRightsThroughOtherEntitiesAreAuditedToo() {
        ImportRealm realm = ImportRealm.create(server(), Map.of("organizationsEnabled", true));
        realm.admin().createRealmRole(realm.name(), "auditor");
        realm.admin().createRealmRole(realm.name(), "composite");
        String member = realm.take(UserLine.named("member")).line(1).path("id").asText();
        String deleted =
                realm.take(UserLine.named("deleted")).line(1).path("id").asText();
        ImportRealm groups = realm.into("groups").with("onConflict=merge");
        String group = groups.take("{\"name\":\"staff\"}").line(1).path("id").asText();
        String deletion = "{\"$op\":\"delete\",\"username\":\"deleted\"}";
        String membership = "{\"name\":\"Acme\",\"alias\":\"acme\",\"domains\":[{\"name\":\"acme.example\"}],"
                + "\"members\":[{\"username\":\"member\"}]}";
        ServerLog log = ServerLog.from(realm.node());

        realm.with("dryRun=true").take(deletion);
        assertThat(log.text()).doesNotContain(deleted);
        realm.with("events=none").take(deletion);
        groups.take("{\"name\":\"staff\",\"realmRoles\":[\"auditor\"]}");
        realm.into("roles")
                .with("onConflict=merge")
                .take("{\"name\":\"composite\",\"composites\":{\"realm\":[\"auditor\"]}}");
        ImportAnswer organization = realm.into("organizations").take(membership);

        log.await("Import by user \\S+ of realm \\S+ in realm \\S+ deleted user " + deleted);
        log.await("granted roles \\[\\S+\\] to group " + group);
        log.await("added role \\S+ to composite role \\S+");
        log.await("added user " + member + " to organization "
                + organization.line(1).path("id").asText());
    }

    @Test
    default void aSummaryIsOneEventAndNoneIsNoneAndADryRunFiresNothing() {
        ImportRealm realm = recorded();

        realm.take(UserLine.named("first"), UserLine.named("second"));
        realm.with("events=none").take(UserLine.named("third"));
        realm.with("dryRun=true").take(UserLine.named("fourth"));
        realm.with("dryRun=true&events=each").take(UserLine.named("fifth"));

        List<JsonNode> events = events(realm);
        assertThat(events).as("%s", events).hasSize(1);
        assertThat(events.get(0).path("resourceType").asText()).isEqualTo("BULK_IMPORT");
        assertThat(events.get(0).path("representation").asText()).contains("\"created\":2");
    }
}
