package org.millrace.testsuite.importer.contract.user;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.data.SampleRealm;
import org.millrace.testsuite.importer.differential.ManyShapes;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.UserLine;

/** What {@code onConflict=merge} and {@code onConflict=replace} make of users who exist. */
public interface RevisionContract extends Importing {
    /** A user with a value in every field. */
    private UserLine present() {
        String name = unique("present");
        UserLine user = UserLine.named(name)
                .email(name + "@example.org")
                .with("firstName", "First")
                .with("lastName", "Last")
                .with("emailVerified", true)
                .attribute("country", "NL")
                .attribute("interests", "sea", "wind")
                .password("first-" + name)
                .with("realmRoles", List.of(SampleRealm.ROLE))
                .with("clientRoles", Map.of(SampleRealm.CLIENT, List.of(SampleRealm.CLIENT_ROLE)))
                .with("groups", List.of(SampleRealm.GROUP))
                .with("requiredActions", List.of("VERIFY_EMAIL"));
        assertThat(realm().take(user).count("created")).isEqualTo(1);
        return user;
    }

    private JsonNode take(String onConflict, UserLine user) {
        return realm().with("onConflict=" + onConflict).take(user).single();
    }

    private static void assertStatus(JsonNode outcome, String status) {
        assertThat(outcome.path("status").asText()).as("%s", outcome).isEqualTo(status);
    }

    /** A user whom Keycloak has locked out for good after two wrong passwords. */
    private static String lockedOut(ImportRealm realm, String username) {
        String id = realm.admin().createUser(realm.name(), username, "right");
        for (int i = 0; i < 2; i++) {
            assertThat(realm.login(username, "wrong").status()).isEqualTo(400);
        }
        Instant end = Instant.now().plusSeconds(60);
        while (realm.user(username).path("enabled").asBoolean()) {
            assertThat(Instant.now()).as("Keycloak locks %s out", username).isBefore(end);
            LockSupport.parkNanos(50_000_000);
        }
        return id;
    }

    private static ObjectNode lockout(ImportRealm realm, String username) {
        ObjectNode user = realm.user(username).deepCopy();
        JsonNode failures = realm.admin()
                .get(realm.base() + "/attack-detection/brute-force/users/"
                        + user.path("id").asText())
                .ok()
                .json();
        return user.retain("enabled", "attributes").set("failures", failures);
    }

    @ParameterizedTest
    @ValueSource(strings = {"merge", "replace"})
    default void enablingAUserEndsALockoutAsPutDoes(String onConflict) {
        ImportRealm realm = realm(Map.of(
                "bruteForceProtected", true, "permanentLockout", true, "failureFactor", 2, "maxTemporaryLockouts", 0));
        ObjectNode profile =
                realm.admin().get(realm.base() + "/users/profile").ok().json().deepCopy();
        realm.admin()
                .put(realm.base() + "/users/profile", profile.put("unmanagedAttributePolicy", "ENABLED"))
                .ok();
        String put = lockedOut(realm, "by-put");
        lockedOut(realm, "by-import");
        assertThat(lockout(realm, "by-import").toString()).contains("permanentLockout");

        realm.admin()
                .put(realm.base() + "/users/" + put, Map.of("enabled", true))
                .ok();
        assertStatus(
                realm.with("onConflict=" + onConflict)
                        .take(UserLine.named("by-import")
                                .email("by-import@example.org")
                                .with("firstName", "By")
                                .with("lastName", "Import")
                                .password("new"))
                        .single(),
                "updated");

        assertThat(lockout(realm, "by-import")).isEqualTo(lockout(realm, "by-put"));
        assertThat(realm.login("by-import", "new").status()).isEqualTo(200);
    }

    @Test
    default void mergingSetsWhatTheRecordNamesAndLeavesTheRest() {
        UserLine present = present();
        JsonNode before = realm().user(present.username());

        JsonNode outcome = take(
                "merge",
                UserLine.of(Map.of("username", present.username(), "lastName", "Other"))
                        .attribute("country", "BE")
                        .with("realmRoles", List.of(SampleRealm.SECOND_ROLE))
                        .with("groups", List.of(SampleRealm.NESTED_GROUP)));

        assertStatus(outcome, "updated");
        assertThat(outcome.path("id")).isEqualTo(before.path("id"));
        JsonNode after = realm().user(present.username());
        ObjectNode expected = before.deepCopy();
        expected.put("lastName", "Other")
                .withObject("/attributes")
                .putArray("country")
                .add("BE");
        assertThat(after).isEqualTo(expected);
        assertThat(realm().realmRoles(present.username()))
                .containsExactlyInAnyOrder(realm().defaultRole(), SampleRealm.ROLE, SampleRealm.SECOND_ROLE);
        assertThat(realm().clientRoles(present.username(), SampleRealm.CLIENT))
                .containsExactly(SampleRealm.CLIENT_ROLE);
        assertThat(realm().groups(present.username()))
                .containsExactlyInAnyOrder(SampleRealm.GROUP, SampleRealm.NESTED_GROUP);
    }

    @Test
    default void replacingLeavesOnlyWhatTheRecordNamesAndThePassword() {
        UserLine present = present();
        JsonNode before = realm().user(present.username());

        JsonNode outcome = take(
                "replace",
                UserLine.named(present.username())
                        .email(present.username() + "@example.com")
                        .attribute("interests", "fire")
                        .with("realmRoles", List.of(SampleRealm.SECOND_ROLE)));

        assertStatus(outcome, "updated");
        JsonNode after = realm().user(present.username());
        assertThat(after.path("id")).isEqualTo(before.path("id"));
        assertThat(after.path("createdTimestamp")).isEqualTo(before.path("createdTimestamp"));
        assertThat(after.path("email").asText()).isEqualTo(present.username() + "@example.com");
        assertThat(after.path("emailVerified").asBoolean(true)).isFalse();
        assertThat(after.has("firstName") || after.has("lastName"))
                .as("%s", after)
                .isFalse();
        assertThat(after.path("attributes").toString()).isEqualTo("{\"interests\":[\"fire\"]}");
        assertThat(after.path("requiredActions")).hasSize(1);
        assertThat(realm().realmRoles(present.username()))
                .containsExactlyInAnyOrder(realm().defaultRole(), SampleRealm.SECOND_ROLE);
        assertThat(realm().clientRoles(present.username(), SampleRealm.CLIENT)).isEmpty();
        assertThat(realm().groups(present.username())).isEmpty();
        assertThat(realm().of(present.username(), "credentials")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"merge", "replace"})
    default void whatTheUserIsAlreadyIsNotWritten(String onConflict) {
        String prefix = unique("same");
        List<ObjectNode> users = ManyShapes.users(60);
        users.forEach(user -> {
            user.put("username", prefix + user.path("username").asText());
            if (user.path("email").asText().contains("@")) {
                user.put("email", prefix + user.path("email").asText());
            }
        });
        // Some name groups of another realm.
        ImportAnswer first = realm().take(users);
        assertThat(first.count("created")).isGreaterThan(50);

        ImportAnswer again = realm().with("onConflict=" + onConflict).take(users);

        assertThat(again.statuses())
                .isEqualTo(first.outcomes().stream()
                        .map(outcome -> repeated(outcome, users))
                        .toList());
    }

    private static String repeated(JsonNode outcome, List<ObjectNode> users) {
        String status = outcome.path("status").asText();
        boolean sets = ManyShapes.setsSecret(users.get(outcome.path("line").asInt() - 1));
        return status.equals("created") ? sets ? "updated" : "unchanged" : status;
    }

    @Test
    default void theUserIsFoundByIdThenByNameThenByMail() {
        UserLine first = present();
        UserLine second = present();
        String firstId = realm().user(first.username()).path("id").asText();
        String secondId = realm().user(second.username()).path("id").asText();

        ImportAnswer answer = realm().with("onConflict=merge")
                .take(
                        UserLine.of(Map.of("id", firstId, "lastName", "By id")),
                        UserLine.of(Map.of(
                                "username",
                                second.username().toUpperCase(java.util.Locale.ROOT),
                                "lastName",
                                "By name")),
                        UserLine.of(Map.of("email", first.username() + "@EXAMPLE.org", "firstName", "By mail")));

        assertThat(answer.statuses()).as("%s", answer.outcomes()).containsOnly("updated");
        assertThat(answer.outcomes().stream().map(outcome -> outcome.path("id").asText()))
                .containsExactly(firstId, secondId, firstId);
        assertThat(answer.outcomes().stream()
                        .map(outcome -> outcome.path("matchedBy").asText()))
                .containsExactly("id", "username", "email");
        assertThat(realm().user(first.username()).path("lastName").asText()).isEqualTo("By id");
        assertThat(realm().user(first.username()).path("firstName").asText()).isEqualTo("By mail");
        assertThat(realm().user(second.username()).path("lastName").asText()).isEqualTo("By name");
    }

    @Test
    default void aMergeCannotTakeAKeyOfAnotherUser() {
        UserLine first = present();
        UserLine second = present();
        String id = realm().user(first.username()).path("id").asText();

        ImportAnswer answer = realm().with("onConflict=merge")
                .take(
                        UserLine.of(Map.of("id", id, "email", second.username() + "@example.org")),
                        UserLine.of(Map.of("id", id, "email", "no address of " + id, "lastName", "Other")),
                        UserLine.of(Map.of("id", id, "firstName", "Neighbour")));

        assertThat(answer.statuses()).containsExactly("rejected", "rejected", "updated");
        assertThat(ImportAnswer.problems(answer.line(1))).containsExactly("email-exists");
        assertThat(ImportAnswer.problems(answer.line(2))).containsExactly("invalid-email");
        JsonNode after = realm().user(first.username());
        assertThat(after.path("email").asText()).isEqualTo(first.username() + "@example.org");
        assertThat(after.path("lastName").asText()).isEqualTo("Last");
        assertThat(after.path("firstName").asText()).isEqualTo("Neighbour");
    }

    @Test
    default void aNewPasswordIsGoodAtOnceAndTheOldOneIsNot() {
        UserLine present = present();
        String name = present.username();
        realm().with("onConflict=merge").take(UserLine.named(name).with("requiredActions", List.of()));
        assertThat(realm().login(name, "first-" + name).status()).isEqualTo(200);

        JsonNode same = take("merge", UserLine.named(name).password("first-" + name));
        JsonNode other = take("merge", UserLine.named(name).password("second-" + name));

        assertStatus(same, "updated");
        assertStatus(other, "updated");
        assertThat(realm().login(name, "first-" + name).body()).contains("Invalid user credentials");
        assertThat(realm().login(name, "second-" + name).status()).isEqualTo(200);
        assertThat(realm().of(name, "credentials")).hasSize(1);
    }

    @Test
    default void cachedValuesAreReadAgainAfterTheMerge() {
        UserLine present = present();
        String name = present.username();
        assertThat(realm().user(name).path("enabled").asBoolean()).isTrue();
        assertThat(realm().realmRoles(name)).contains(SampleRealm.ROLE);

        take("merge", UserLine.named(name).with("enabled", false).email(name + "@example.net"));

        assertThat(realm().user(name).path("enabled").asBoolean(true)).isFalse();
        assertThat(realm().user(name).path("email").asText()).isEqualTo(name + "@example.net");
        assertThat(realm().login(name, "first-" + name).status()).isNotEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 100})
    default void recordsOfOneUserAreTakenInTheirOrder(int chunkSize) {
        String name = unique("serial");

        ImportAnswer answer = realm().with("onConflict=merge&chunkSize=" + chunkSize)
                .take(
                        UserLine.named(name).attribute("country", "NL").with("realmRoles", List.of(SampleRealm.ROLE)),
                        UserLine.named(name).attribute("country", "BE").with("lastName", "Second"),
                        UserLine.named(name)
                                .with("firstName", "Third")
                                .with("realmRoles", List.of(SampleRealm.SECOND_ROLE)),
                        UserLine.named(name).with("firstName", "Third"));

        assertThat(answer.statuses())
                .as("%s", answer.outcomes())
                .containsExactly("created", "updated", "updated", "unchanged");
        JsonNode after = realm().user(name);
        assertThat(after.path("attributes").path("country").path(0).asText()).isEqualTo("BE");
        assertThat(after.path("lastName").asText()).isEqualTo("Second");
        assertThat(after.path("firstName").asText()).isEqualTo("Third");
        assertThat(realm().realmRoles(name)).contains(SampleRealm.ROLE, SampleRealm.SECOND_ROLE);
    }

    @Test
    default void aNewNameNeedsARealmThatAllowsIt() {
        ImportRealm allowing = realm(Map.of("editUsernameAllowed", true));
        UserLine present = present();
        String id = realm().user(present.username()).path("id").asText();
        allowing.take(UserLine.named("before"));
        String allowedId = allowing.user("before").path("id").asText();

        JsonNode refused = take("merge", UserLine.of(Map.of("id", id, "username", unique("renamed"))));
        JsonNode renamed = allowing.with("onConflict=merge")
                .take(UserLine.of(Map.of("id", allowedId, "username", "After")))
                .single();

        assertStatus(refused, "rejected");
        assertThat(realm().has(present.username())).isTrue();
        assertStatus(renamed, "updated");
        assertThat(allowing.user("after").path("id").asText()).isEqualTo(allowedId);
        assertThat(allowing.has("before")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100})
    default void recordsThatNameOneUserByDifferentKeysDoNotUndoEachOther(int chunkSize) {
        List<UserLine> present = new ArrayList<>();
        List<UserLine> byMail = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            String name = unique("keys");
            present.add(UserLine.named(name)
                    .email(name + "@example.org")
                    .with("emailVerified", true)
                    .attribute("country", "NL"));
            byMail.add(UserLine.of(Map.of("email", name + "@example.org", "lastName", "By mail"))
                    .attribute("country", "BE"));
        }
        assertThat(realm().take(present).count("created")).isEqualTo(20);
        List<UserLine> lines = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            lines.add(UserLine.of(Map.of("username", present.get(i).username(), "enabled", false))
                    .attribute("country", "DE"));
            lines.add(byMail.get(i));
        }

        ImportAnswer answer =
                realm().with("onConflict=merge&chunkSize=" + chunkSize).take(lines);

        assertThat(answer.count("updated")).as("%s", answer.outcomes()).isEqualTo(40);
        for (UserLine user : present) {
            JsonNode after = realm().user(user.username());
            assertThat(after.path("enabled").asBoolean(true)).isFalse();
            assertThat(after.path("lastName").asText()).isEqualTo("By mail");
            assertThat(after.path("attributes").path("country")).hasSize(1);
        }
    }

    @Test
    default void aLinkToAnotherAccountTakesThePlaceOfTheOld() {
        ImportRealm realm = realm(Map.of());
        realm.admin()
                .post(
                        realm.base() + "/identity-provider/instances",
                        Map.of("alias", "acme", "providerId", "oidc", "enabled", true, "config", Map.of()))
                .ok();
        UserLine linked = UserLine.named("linked")
                .with(
                        "federatedIdentities",
                        List.of(Map.of("identityProvider", "acme", "userId", "1", "userName", "one")));
        realm.take(linked);
        assertThat(realm.of("linked", "federated-identity")
                        .path(0)
                        .path("userId")
                        .asText())
                .isEqualTo("1");

        ImportAnswer merged = realm.with("onConflict=merge")
                .take(UserLine.named("linked")
                        .with(
                                "federatedIdentities",
                                List.of(Map.of("identityProvider", "acme", "userId", "2", "userName", "two"))));

        assertThat(merged.statuses()).containsExactly("updated");
        JsonNode links = realm.of("linked", "federated-identity");
        assertThat(links).hasSize(1);
        assertThat(links.path(0).path("userId").asText()).isEqualTo("2");
        assertThat(links.path(0).path("userName").asText()).isEqualTo("two");
    }

    @Test
    default void replacingKeepsWhatTheUserStillHasToDo() {
        String name = unique("todo");
        realm().take(UserLine.named(name).with("requiredActions", List.of("UPDATE_PASSWORD", "VERIFY_EMAIL")));

        take("replace", UserLine.named(name).with("firstName", "Replaced"));

        assertThat(realm().user(name).path("requiredActions").toString()).contains("UPDATE_PASSWORD", "VERIFY_EMAIL");
        take("replace", UserLine.named(name).with("requiredActions", List.of("VERIFY_EMAIL")));
        assertThat(realm().user(name).path("requiredActions").toString()).isEqualTo("[\"VERIFY_EMAIL\"]");
    }
}
