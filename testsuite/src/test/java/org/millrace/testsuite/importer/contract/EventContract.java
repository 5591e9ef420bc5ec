package org.millrace.testsuite.importer.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
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
        String group = realm.admin().createGroup(realm.name(), "staff");
        UserLine staff = UserLine.named("member").with("groups", List.of("/staff"));
        String member = realm.take(staff).line(1).path("id").asText();
        String deleted =
                realm.take(UserLine.named("deleted")).line(1).path("id").asText();
        ImportRealm groups = realm.into("groups").with("onConflict=merge");
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
        String replacing = "onConflict=replace&events=none";
        groups.with(replacing).take("{\"name\":\"staff\",\"realmRoles\":[]}");
        realm.into("roles").with(replacing).take("{\"name\":\"composite\",\"composites\":{\"realm\":[]}}");
        realm.into("organizations").with(replacing).take(membership.replace("{\"username\":\"member\"}", ""));
        realm.with(replacing).take(staff.with("groups", List.of()));

        String acme = organization.line(1).path("id").asText();
        log.await("Import by user \\S+ of realm \\S+ in realm \\S+ deleted user " + deleted);
        log.await("granted roles \\[\\S+\\] to group " + group);
        log.await("added role \\S+ to composite role \\S+");
        log.await("added user " + member + " to organization " + acme);
        log.await("removed roles \\[\\S+\\] from group " + group);
        log.await("removed role \\S+ from composite role \\S+");
        log.await("removed user " + member + " from organization " + acme);
        log.await("changed user " + member + ": .*groups left \\[" + group + "\\]");
    }

    @Test
    default void deletedDepartmentsAreAudited() {
        ImportRealm realm = ImportRealm.create(server(), Map.of("organizationsEnabled", true));
        realm.into("organizations").take("{\"name\":\"acme\",\"domains\":[{\"name\":\"acme.example\"}]}");
        ImportRealm departments = realm.into("departments").with("events=none");
        String department = "{\"organization\":\"acme\",\"path\":\"/it\"}";
        String id = departments.take(department).line(1).path("id").asText();
        ServerLog log = ServerLog.from(realm.node());

        departments.take(department.replace("{", "{\"$op\":\"delete\","));

        log.await("Import by user \\S+ of realm \\S+ in realm \\S+ deleted group " + id);
    }

    @Test
    default void administrativeRightsOfNewUsersAreAudited() {
        ImportRealm realm = ImportRealm.create(server(), Map.of());
        realm.admin().createRealmRole(realm.name(), "ordinary");
        ServerLog log = ServerLog.from(realm.node());
        realm.into("roles")
                .with("events=none")
                .take(
                        "{\"name\":\"operator\",\"composites\":{\"client\":{\"realm-management\":[\"view-users\"]}}}",
                        "{\"name\":\"lead\",\"composites\":{\"realm\":[\"operator\"]}}");
        realm.into("groups")
                .with("events=none")
                .take(
                        "{\"name\":\"admins\",\"clientRoles\":{\"realm-management\":[\"manage-users\"]},"
                                + "\"subGroups\":[{\"name\":\"night\"}]}",
                        "{\"name\":\"staff\"}");
        UserLine direct = UserLine.named("direct")
                .with("clientRoles", Map.of("realm-management", List.of("manage-clients")))
                .with("realmRoles", List.of("ordinary"));

        List<String> ids = ids(realm.with("events=none")
                .take(
                        direct,
                        UserLine.named("composed").with("realmRoles", List.of("lead")),
                        UserLine.named("member").with("groups", List.of("/admins/night")),
                        UserLine.named("usual")
                                .with("realmRoles", List.of("ordinary"))
                                .with("groups", List.of("/staff"))));
        ImportJob.create(realm, Map.of("events", "none"))
                .with(1, List.of(UserLine.named("of-job").with("realmRoles", List.of("operator"))))
                .started()
                .finished();

        String by = "Import by user \\S+ of realm \\S+ in realm \\S+ ";
        log.await(by + "added roles \\[\\S+\\] to composite role \\S+");
        log.await(by + "created user " + ids.get(0) + ": roles granted \\[\\S+\\]");
        log.await(by + "created user " + ids.get(1) + ": roles granted \\[\\S+\\]");
        log.await(by + "created user " + ids.get(2) + ": groups joined \\[\\S+\\]");
        String ofJob = realm.admin()
                .get(realm.base() + "/users?exact=true&username=of-job")
                .ok()
                .json()
                .path(0)
                .path("id")
                .asText();
        log.await(by + "created user " + ofJob + ": roles granted");
        assertThat(log.text()).doesNotContain(ids.get(3));
    }

    private static List<String> ids(ImportAnswer answer) {
        return IntStream.rangeClosed(1, answer.statuses().size())
                .mapToObj(line -> answer.line(line).path("id").asText())
                .toList();
    }

    @Test
    default void changedFieldsOfUsersAndChangedClientsAreAudited() {
        ImportRealm realm = ImportRealm.create(server(), Map.of());
        String user = realm.take(UserLine.named("ann").email("ann@example.org"))
                .line(1)
                .path("id")
                .asText();
        ServerLog log = ServerLog.from(realm.node());
        ImportRealm clients = realm.into("clients").with("events=none&onConflict=merge");

        realm.with("events=none&onConflict=merge")
                .take(UserLine.named("ann").email("other@example.org").with("enabled", false));
        String client = clients.take("{\"clientId\":\"shop\",\"secret\":\"first one\"}")
                .line(1)
                .path("id")
                .asText();
        clients.take("{\"clientId\":\"shop\",\"secret\":\"second one\","
                + "\"redirectUris\":[\"https://shop.example.org/cb\"]}");
        clients.take("{\"clientId\":\"shop\",\"attributes\":{\"name of mine\":\"value of mine\"}}");
        realm.into("records")
                .with("events=none")
                .take("{\"type\":\"identity-provider\",\"alias\":\"corporate\",\"providerId\":\"oidc\","
                        + "\"config\":{\"clientId\":\"millrace\",\"authorizationUrl\":\"https://idp.example.org/auth\","
                        + "\"tokenUrl\":\"https://idp.example.org/token\"}}");

        log.await("changed user " + user + ": fields changed \\[email, enabled\\]");
        log.await("created client clients/" + client);
        log.await("changed client clients/" + client);
        log.await("changed \\[redirectUris, secret\\] of client " + client);
        log.await("changed \\[attributes\\] of client " + client);
        log.await("created identity provider identity-provider/instances/corporate");
        assertThat(log.text())
                .doesNotContain("other@example.org")
                .doesNotContain("first one")
                .doesNotContain("second one")
                .doesNotContain("https://shop.example.org")
                .doesNotContain("of mine");
    }

    @Test
    default void theLogNamesTheCallerOfAnImport() {
        ImportRealm realm = ImportRealm.create(server(), Map.of());
        ServerLog log = ServerLog.from(realm.node());

        realm.take(UserLine.named("first"));
        realm.with("dryRun=true").take(UserLine.named("second"));
        ImportJob job = ImportJob.create(realm, Map.of())
                .with(1, List.of(UserLine.named("third")))
                .started();
        job.finished();

        String into = " of users into realm " + realm.name() + " by user \\S+ of realm \\S+: 1 read, 1 created";
        log.await("Import" + into);
        log.await("Dry run" + into);
        log.await("Job \\S+ of users by user \\S+ of realm \\S+ has ended: 1 read, 1 created");
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
