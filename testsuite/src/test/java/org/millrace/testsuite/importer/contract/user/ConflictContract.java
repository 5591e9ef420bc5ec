package org.millrace.testsuite.importer.contract.user;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.UserLine;

/** Records whose name, email address or id exists already, in the realm or earlier in the body. */
public interface ConflictContract extends Importing {
    private UserLine present() {
        String name = unique("present");
        UserLine user = UserLine.named(name)
                .email(name + "@example.org")
                .with("emailVerified", true)
                .with("firstName", "First");
        assertThat(realm().take(user).count("created")).isEqualTo(1);
        return user;
    }

    private static void assertRejected(JsonNode outcome, String code, String field) {
        assertThat(outcome.path("status").asText()).as("%s", outcome).isEqualTo("rejected");
        assertThat(ImportAnswer.problems(outcome)).contains(code);
        assertThat(outcome.path("problems").findValuesAsText("field")).contains(field);
        assertThat(outcome.path("problems").path(0).path("retryable").asBoolean(true))
                .isFalse();
    }

    @Test
    default void aNameThatIsTakenIsRejectedAndTheUserIsLeftAsItIs() {
        UserLine present = present();

        ImportAnswer answer = realm().take(
                        UserLine.named(present.username().toUpperCase(Locale.ROOT))
                                .with("firstName", "Second"),
                        UserLine.named(unique("neighbour")));

        assertRejected(answer.line(1), "username-exists", "username");
        assertThat(answer.line(2).path("status").asText()).isEqualTo("created");
        assertThat(realm().user(present.username()).path("firstName").asText()).isEqualTo("First");
    }

    @Test
    default void aMailAddressThatIsTakenIsRejected() {
        UserLine present = present();

        ImportAnswer answer = realm().take(UserLine.named(unique("other"))
                .email(present.username().toUpperCase(Locale.ROOT) + "@example.org"));

        assertRejected(answer.single(), "email-exists", "email");
    }

    @Test
    default void whoIsThereIsSkippedOnRequest() {
        UserLine present = present();
        String id = realm().user(present.username()).path("id").asText();

        ImportAnswer answer = realm().with("onConflict=skip")
                .take(
                        UserLine.named(present.username()).with("firstName", "Second"),
                        UserLine.named(unique("other")).email(present.username() + "@EXAMPLE.org"),
                        UserLine.named(unique("newcomer")));

        assertThat(answer.statuses()).containsExactly("unchanged", "unchanged", "created");
        assertThat(answer.line(1).path("id").asText()).isEqualTo(id);
        assertThat(answer.line(2).path("id").asText()).isEqualTo(id);
        assertThat(answer.count("unchanged")).isEqualTo(2);
        assertThat(realm().user(present.username()).path("firstName").asText()).isEqualTo("First");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 1000})
    default void ofTwoRecordsWithOneNameTheFirstWinsWhereverTheyStand(int chunkSize) {
        String name = unique("twin");
        String other = unique("single");

        ImportAnswer answer = realm().with("chunkSize=" + chunkSize)
                .take(
                        UserLine.named(name).with("firstName", "First"),
                        UserLine.named(other),
                        UserLine.named(name.toUpperCase(Locale.ROOT)).with("firstName", "Second"),
                        UserLine.named(unique("single")),
                        UserLine.named(name).with("firstName", "Third"));

        assertThat(answer.statuses()).containsExactly("created", "created", "rejected", "created", "rejected");
        assertRejected(answer.line(3), "username-exists", "username");
        assertRejected(answer.line(5), "username-exists", "username");
        assertThat(realm().user(name).path("firstName").asText()).isEqualTo("First");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 1000})
    default void ofTwoRecordsWithOneNameTheSecondIsSkippedOnRequest(int chunkSize) {
        String name = unique("twin");

        ImportAnswer answer = realm().with("onConflict=skip&chunkSize=" + chunkSize)
                .take(
                        UserLine.named(name).with("firstName", "First"),
                        UserLine.named(name.toUpperCase(Locale.ROOT)).with("firstName", "Second"));

        assertThat(answer.statuses()).containsExactly("created", "unchanged");
        assertThat(answer.line(2).path("id")).isEqualTo(answer.line(1).path("id"));
        assertThat(realm().user(name).path("firstName").asText()).isEqualTo("First");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 1000})
    default void ofTwoRecordsWithOneMailAddressTheFirstWins(int chunkSize) {
        String mail = unique("mail") + "@example.org";

        ImportAnswer answer = realm().with("chunkSize=" + chunkSize)
                .take(
                        UserLine.named(unique("first")).email(mail),
                        UserLine.named(unique("second")).email(mail.toUpperCase(Locale.ROOT)));

        assertThat(answer.statuses()).containsExactly("created", "rejected");
        assertRejected(answer.line(2), "email-exists", "email");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1000})
    default void aUsernameMustNotEqualAnEmailWhereUsersLogInWithEmail(int chunkSize) {
        String mail = unique("mail") + "@example.org";

        ImportAnswer answer = realm().with("chunkSize=" + chunkSize)
                .take(UserLine.named(unique("owner")).email(mail), UserLine.named(mail));

        assertThat(answer.statuses()).containsExactly("created", "rejected");
        assertRejected(answer.line(2), "username-exists", "username");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1000})
    default void anEmailMustNotEqualAUsernameWhereUsersLogInWithEmail(int chunkSize) {
        String mail = unique("mail") + "@example.org";

        ImportAnswer answer = realm().with("chunkSize=" + chunkSize)
                .take(UserLine.named(mail), UserLine.named(unique("other")).email(mail));

        assertThat(answer.statuses()).containsExactly("created", "rejected");
        assertThat(ImportAnswer.problems(answer.line(2))).isNotEmpty();
    }

    @Test
    default void aRealmMayAllowSeveralUsersWithOneMailAddress() {
        ImportRealm realm = realm(Map.of("duplicateEmailsAllowed", true, "loginWithEmailAllowed", false));
        String mail = "shared@example.org";

        ImportAnswer answer = realm.take(
                UserLine.named("first").email(mail),
                UserLine.named("second").email(mail),
                UserLine.named(mail),
                UserLine.named("FIRST").email(mail));
        ImportAnswer again =
                realm.with("onConflict=skip").take(UserLine.named("third").email(mail));

        assertThat(answer.statuses()).containsExactly("created", "created", "created", "rejected");
        assertThat(again.statuses()).containsExactly("created");
        assertThat(realm.admin()
                        .get(realm.base() + "/users?exact=true&email=" + mail)
                        .ok()
                        .json())
                .hasSize(3);
    }

    @Test
    default void inARealmOfMailAddressesTheAddressIsTheName() {
        ImportRealm realm = realm(Map.of("registrationEmailAsUsername", true));

        ImportAnswer answer = realm.take(
                UserLine.of(Map.of("email", "One@example.org")),
                UserLine.named("ignored").email("two@example.org"),
                UserLine.named("another").email("ONE@example.org"),
                UserLine.named("sample"));

        assertThat(answer.statuses()).containsExactly("created", "created", "rejected", "rejected");
        assertThat(answer.line(1).path("key").asText()).isEqualTo("One@example.org");
        assertThat(realm.user("one@example.org").path("email").asText()).isEqualTo("one@example.org");
        assertThat(realm.user("two@example.org").path("id"))
                .isEqualTo(answer.line(2).path("id"));
        assertThat(realm.has("ignored")).isFalse();
        assertThat(realm.with("onConflict=skip")
                        .take(UserLine.named("third").email("TWO@example.org"))
                        .statuses())
                .containsExactly("unchanged");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1000})
    default void anIdThatIsTakenIsRejected(int chunkSize) {
        String id = UUID.randomUUID().toString();

        ImportAnswer answer = realm().with("chunkSize=" + chunkSize)
                .take(
                        UserLine.named(unique("first")).with("id", id),
                        UserLine.named(unique("second")).with("id", id),
                        UserLine.named(unique("third")));

        assertThat(answer.statuses()).containsExactly("created", "rejected", "created");
        assertRejected(answer.line(2), "id-exists", "id");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fail", "skip"})
    default void anIdOfAnotherRealmIsRejectedAndNeverTakenForAUserOfThisOne(String onConflict) {
        UserLine elsewhere = present();
        String id = realm().user(elsewhere.username()).path("id").asText();
        ImportRealm other = realm(Map.of());

        ImportAnswer answer = other.with("onConflict=" + onConflict)
                .take(UserLine.named("someone").with("id", id), UserLine.named("neighbour"));

        assertThat(answer.statuses()).containsExactly("rejected", "created");
        assertRejected(answer.line(1), "id-exists", "id");
        assertThat(other.has("someone")).isFalse();
    }

    @Test
    default void aUserWithTheSameIdIsSkippedUnderAnyName() {
        UserLine present = present();
        String id = realm().user(present.username()).path("id").asText();

        ImportAnswer answer = realm().with("onConflict=skip")
                .take(UserLine.named(unique("renamed")).with("id", id));

        assertThat(answer.statuses()).isEqualTo(List.of("unchanged"));
        assertThat(answer.single().path("id").asText()).isEqualTo(id);
    }
}
