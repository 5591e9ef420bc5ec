package org.millrace.testsuite.importer.deletion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.deletion.Deleting.delete;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.importer.differential.AssociatedUsers;
import org.millrace.testsuite.importer.differential.IdOccurrences;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.UserLine;

/** Records with {@code "$op":"delete"}. */
interface DeletionContract extends Deleting {
    /** A role of a client is named as where it is created: by the client's clientId, or by the containerId of exports. */
    @Test
    default void deletionOfARoleOfAClientLeavesTheRoleOfTheRealm() {
        ImportRealm realm = realm(Map.of());
        AdminClient admin = realm.admin();
        String client = admin.createClient(realm.name(), Map.of("clientId", "app"));
        for (String role : List.of("first", "second", "third")) {
            admin.createRealmRole(realm.name(), role);
            admin.createClientRole(realm.name(), client, role);
        }

        ImportAnswer answer = realm.into("roles")
                .take(
                        delete("name", "first").put("clientRole", true),
                        delete("name", "second", "containerId", client),
                        delete("name", "third", "clientId", "app"),
                        delete("name", "third", "containerId", client),
                        delete("name", "first", "containerId", "app"),
                        delete("name", "first", "containerId", UUID.randomUUID().toString()));

        assertThat(answer.statuses())
                .containsExactly("rejected", "deleted", "deleted", "unchanged", "rejected", "rejected");
        assertThat(answer.line(1).path("problems").path(0).path("code").asText())
                .isEqualTo("missing-client");
        assertThat(admin.get(realm.base() + "/roles").json().findValuesAsText("name"))
                .contains("first", "second", "third");
        assertThat(admin.get(realm.base() + "/clients/" + client + "/roles")
                        .json()
                        .findValuesAsText("name"))
                .containsExactly("first");
    }

    @Test
    default void deletedEntitiesLeaveWhatKeycloaksOwnCallsLeave() throws Exception {
        AssociatedUsers associated = AssociatedUsers.of(60);
        Connected keycloaks = Connected.create(associated.withUsers(ImportRealm.shared(server())));
        Connected millraces = Connected.create(associated.withUsers(ImportRealm.shared(server())));
        assertThat(IdOccurrences.of(server(), millraces.ids()))
                .containsKeys("user_entity.id", "credential.user_id", "user_role_mapping.user_id")
                .containsKeys("offline_user_session.user_id", "resource_server_resource.owner", "org.id")
                .containsKeys("keycloak_group.id", "composite_role.child_role", "client.id", "user_consent.user_id");

        keycloaks
                .records()
                .keySet()
                .forEach(path -> assertThat(keycloaks
                                .realm()
                                .admin()
                                .delete(keycloaks.realm().base() + path)
                                .status())
                        .as(path)
                        .isIn(204, 404));
        ImportAnswer answer = millraces
                .realm()
                .into("records")
                .take(List.copyOf(millraces.records().values()));

        assertThat(answer.count("rejected") + answer.count("failed"))
                .as("%s", answer.outcomes())
                .isZero();
        assertThat(answer.count("deleted")).isGreaterThan(millraces.records().size() / 2);
        Map<String, Long> left = IdOccurrences.of(server(), millraces.ids());
        assertThat(left).isEqualTo(IdOccurrences.of(server(), keycloaks.ids()));
        assertThat(left.keySet())
                .as("Keycloak leaves ids of removed groups and clients in the settings of policies")
                .isSubsetOf("policy_config.value");
        millraces
                .records()
                .keySet()
                .forEach(path -> assertThat(millraces
                                .realm()
                                .admin()
                                .get(millraces.realm().base() + path)
                                .status())
                        .as(path)
                        .isEqualTo(404));
    }

    @Test
    default void usersAreFoundByIdOrUsernameAndNeverByEmail() {
        UserLine byId = UserLine.named(unique("by-id"));
        UserLine byName = UserLine.named(unique("by-name"));
        UserLine byMail = UserLine.named(unique("by-mail")).email(unique("by-mail") + "@example.org");
        ImportAnswer created = realm().take(byId, byName, byMail);
        String id = created.line(1).path("id").asText();

        ImportAnswer answer = realm().take(
                        delete("id", id),
                        delete("username", byName.username().toUpperCase(Locale.ROOT)),
                        delete("email", byMail.json().path("email").asText()),
                        delete("username", byMail.username(), "id", id),
                        delete("username", unique("absent")),
                        delete("id", id),
                        JSON.createObjectNode()
                                .put("username", byMail.username())
                                .put(OPERATION, "erase"));

        assertThat(answer.statuses())
                .containsExactly("deleted", "deleted", "rejected", "rejected", "unchanged", "unchanged", "rejected");
        assertThat(answer.line(1).path("matchedBy").asText()).isEqualTo("id");
        assertThat(answer.line(2).path("matchedBy").asText()).isEqualTo("username");
        assertThat(answer.line(2).path("id")).isEqualTo(created.line(2).path("id"));
        assertThat(ImportAnswer.problems(answer.line(3))).containsExactly("missing-key");
        assertThat(ImportAnswer.problems(answer.line(4))).containsExactly("key-mismatch");
        assertThat(ImportAnswer.problems(answer.line(7))).containsExactly("invalid-operation");
        assertThat(answer.count("deleted")).isEqualTo(2);
        assertThat(realm().has(byId.username())).isFalse();
        assertThat(realm().has(byName.username())).isFalse();
        assertThat(realm().has(byMail.username())).isTrue();
    }

    @Test
    default void recordsAreAppliedInTheirOrder() {
        UserLine user = UserLine.named(unique("again"));
        String id = realm().take(user).single().path("id").asText();

        ImportAnswer answer = realm().take(delete("id", id), user, delete("username", user.username()), user);

        assertThat(answer.statuses()).containsExactly("deleted", "created", "deleted", "created");
        assertThat(realm().user(user.username()).path("id").asText()).isNotEqualTo(id);
    }

    @Test
    default void aColumnOfATableDeletes() {
        UserLine gone = UserLine.named(unique("gone"));
        UserLine kept = UserLine.named(unique("kept"));
        realm().take(gone, kept);
        String table = "username,lastName,$op\n" + gone.username() + ",,delete\n" + kept.username() + ",Kept,\n";

        ImportAnswer answer = ImportAnswer.of(realm().with("onConflict=merge").post("text/csv", table));

        assertThat(answer.statuses()).containsExactly("deleted", "updated");
        assertThat(realm().has(gone.username())).isFalse();
        assertThat(realm().user(kept.username()).path("lastName").asText()).isEqualTo("Kept");
    }

    @Test
    default void aJobDeletesAndCounts() {
        List<UserLine> users = Stream.generate(() -> UserLine.named(unique("tombstone")))
                .limit(50)
                .toList();
        ImportRealm realm = realm();
        realm.take(users);
        List<Object> lines = new ArrayList<>(users.stream()
                .map(user -> (Object) delete("username", user.username()))
                .toList());
        lines.addAll(users);
        ImportJob job =
                ImportJob.create(realm, Map.of("chunkSize", 20)).with(1, lines).started();

        JsonNode finished = job.finished();

        assertThat(finished.path("state").asText()).as("%s", finished).isEqualTo("completed");
        assertThat(finished.path("counts").path("deleted").asLong()).isEqualTo(50);
        assertThat(finished.path("counts").path("created").asLong()).isEqualTo(50);
        assertThat(job.outcomes("&status=deleted", 100)).hasSize(50);
    }

    @Test
    default void eachDeletionFiresTheEventOfKeycloaksOwnCall() {
        ImportRealm realm = ImportRealm.create(
                server(),
                Map.of("adminEventsEnabled", true, "adminEventsDetailsEnabled", true, "organizationsEnabled", true));
        List<List<String>> fired = new ArrayList<>();
        for (boolean own : List.of(true, false)) {
            String user = realm.admin().createUser(realm.name(), Map.of("username", "leaving"));
            String group = realm.admin().createGroup(realm.name(), "closed");
            realm.admin().createRealmRole(realm.name(), "retired");
            String client = realm.admin().createClient(realm.name(), Map.of("clientId", "old"));
            realm.admin().delete(realm.base() + "/admin-events").ok();
            if (own) {
                Stream.of("/users/" + user, "/groups/" + group, "/roles/retired", "/clients/" + client)
                        .forEach(path ->
                                realm.admin().delete(realm.base() + path).ok());
            } else {
                ImportAnswer answer = realm.into("records")
                        .with("events=each")
                        .take(
                                delete("type", "user", "username", "leaving"),
                                delete("type", "group", "path", "/closed"),
                                delete("type", "role", "name", "retired"),
                                delete("type", "client", "clientId", "old"));
                assertThat(answer.count("deleted")).as("%s", answer.outcomes()).isEqualTo(4);
            }
            fired.add(realm.admin()
                    .get(realm.base() + "/admin-events?max=100")
                    .ok()
                    .json()
                    .valueStream()
                    .map(event -> Stream.of("operationType", "resourceType", "resourcePath", "representation")
                            .map(field -> event.path(field).asText())
                            .reduce("", (all, field) -> all + " " + field)
                            .replace(user, "USER")
                            .replace(group, "GROUP")
                            .replaceAll("[0-9a-f-]{36}", "ID"))
                    .sorted()
                    .toList());
        }
        assertThat(fired.get(1)).isEqualTo(fired.get(0)).hasSize(4);
    }
}
