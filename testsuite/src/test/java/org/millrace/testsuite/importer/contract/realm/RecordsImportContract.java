package org.millrace.testsuite.importer.contract.realm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.contract.realm.ImportingRecords.record;
import static org.millrace.testsuite.importer.contract.realm.ImportingRecords.user;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Polling;
import org.millrace.testsuite.client.StreamedPost;
import org.millrace.testsuite.importer.fixture.ClientRealm;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;

/** Records of several types in one ordered stream. */
interface RecordsImportContract extends ImportingRecords {
    Duration PATIENCE = Duration.ofMinutes(3);
    Duration PAUSE = Duration.ofMillis(100);

    private static ObjectNode role(String name) {
        return record("role").put("name", name);
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

    /** Else, a client could lock users out of changes for as long as it sends. */
    @Test
    default void aDryRunThatWaitsForItsClientHoldsNoLocks() throws IOException {
        ImportRealm realm = realm();
        String role = unique("role");
        String name = unique("locked");
        String id = realm.admin().createUser(realm.name(), name, name);
        ImportRealm dryRun =
                realm.with("dryRun=true&chunkSize=1&onConflict=merge").into("records");
        try (StreamedPost post = StreamedPost.open(
                realm.admin(), dryRun.path(), Map.of("Content-Type", "application/x-ndjson"), PATIENCE)) {
            send(post, role(role));
            send(post, user(name, role).put("firstName", "Predicted"));
            BufferedReader answer = post.lines();
            assertThat(ClientRealm.tree(answer.readLine()).path("status").asText())
                    .isEqualTo("created");
            assertThat(ClientRealm.tree(answer.readLine()).path("status").asText())
                    .isEqualTo("updated");

            Polling.await(
                    "the user can be changed",
                    () -> realm.admin()
                                    .put(realm.base() + "/users/" + id, Map.of("firstName", "Changed"))
                                    .status()
                            == 204);

            send(post, user(unique("later"), role));
            JsonNode later = ClientRealm.tree(answer.readLine());
            assertThat(later.path("status").asText()).as("%s", later).isEqualTo("created");
            assertThat(later.has("warnings")).as("%s", later).isFalse();
        }
        assertThat(realm.user(name).path("firstName").asText()).isEqualTo("Changed");
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
