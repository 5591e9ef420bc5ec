package org.millrace.testsuite.importer.contract.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.contract.user.RevisingUsers.assertStatus;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.client.Polling;
import org.millrace.testsuite.data.SampleRealm;
import org.millrace.testsuite.importer.differential.ManyShapes;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.UserLine;

/** What {@code onConflict=merge} and {@code onConflict=replace} make of users who exist. */
public interface RevisionContract extends RevisingUsers {
    /**
     * A user whom Keycloak has locked out for good after two wrong passwords. Keycloak does not count a login that comes while it still counts the
     * one before.
     */
    private static String lockedOut(ImportRealm realm, String username) {
        String id = realm.admin().createUser(realm.name(), username, "right");
        Polling.await("Keycloak locks " + username + " out", () -> {
            assertThat(realm.login(username, "wrong").status()).isEqualTo(400);
            return !realm.user(username).path("enabled").asBoolean();
        });
        return id;
    }

    private static ObjectNode lockout(ImportRealm realm, String username) {
        ObjectNode user = realm.user(username).deepCopy();
        JsonNode failures = realm.failedLogins(user.path("id").asText());
        return user.retain("enabled", "attributes").set("failures", failures);
    }

    @ParameterizedTest
    @ValueSource(strings = {"merge", "replace"})
    default void enablingAUserEndsALockoutAsPutDoes(String onConflict) {
        ImportRealm realm = realm(Map.of(
                "bruteForceProtected", true, "permanentLockout", true, "failureFactor", 2, "maxTemporaryLockouts", 0));
        realm.allowUnmanagedAttributes();
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
