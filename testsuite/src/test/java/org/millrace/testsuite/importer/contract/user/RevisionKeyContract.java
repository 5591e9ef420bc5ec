package org.millrace.testsuite.importer.contract.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.contract.user.RevisingUsers.assertStatus;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.data.SampleRealm;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.UserLine;

/** Which existing user a record changes: keys, and several records of one user. */
public interface RevisionKeyContract extends RevisingUsers {
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
}
