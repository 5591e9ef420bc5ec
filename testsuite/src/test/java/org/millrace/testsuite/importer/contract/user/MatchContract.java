package org.millrace.testsuite.importer.contract.user;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.UserLine;

/** Which existing user a record matches, and what a record without a match is. */
public interface MatchContract extends Importing {
    private static UserLine stored(String name, boolean verified) {
        return UserLine.named(name).email(name + "@example.org").with("emailVerified", verified);
    }

    /** A record that tries to take over the account with this email. */
    private static UserLine takeover(String name) {
        return UserLine.named("new-" + name)
                .email(name + "@EXAMPLE.org")
                .with("emailVerified", true)
                .password("taken over");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "onConflict=merge",
                "onConflict=replace",
                "onConflict=merge&matchByEmail=any",
                "onConflict=merge&dryRun=true",
                "onConflict=merge&events=each",
                "onConflict=skip"
            })
    default void anUnverifiedEmailMatchesNoUser(String query) {
        ImportRealm realm = realm(Map.of("editUsernameAllowed", true));
        assertThat(realm.take(stored("ann", false)).count("created")).isEqualTo(1);

        ImportAnswer answer = realm.with(query).take(takeover("ann"));

        assertThat(ImportAnswer.problems(answer.single())).containsExactly("email-exists");
        assertThat(answer.single().path("problems").path(0).path("detail").asText())
                .startsWith("User exists with same email. ")
                .contains("not verified");
        assertThat(realm.user("ann").path("emailVerified").asBoolean()).isFalse();
        assertThat(realm.login("ann", "taken over").body()).contains("Invalid user credentials");
    }

    @Test
    default void aVerifiedEmailMatchesUnlessTheCallerForbidsIt() {
        ImportRealm realm = realm(Map.of("editUsernameAllowed", true));
        assertThat(realm.take(stored("ann", true)).count("created")).isEqualTo(1);

        ImportAnswer never = realm.with("onConflict=merge&matchByEmail=never").take(takeover("ann"));
        ImportAnswer byEmail = realm.with("onConflict=merge").take(takeover("ann"));

        assertThat(ImportAnswer.problems(never.single())).containsExactly("email-exists");
        assertThat(never.single().path("problems").path(0).path("detail").asText())
                .contains("matchByEmail is never");
        assertThat(byEmail.single().path("status").asText()).isEqualTo("updated");
        assertThat(byEmail.single().path("matchedBy").asText()).isEqualTo("email");
        assertThat(realm.has("new-ann")).isTrue();
    }

    @Test
    default void onlyWhatIsStoredDecidesNotWhatEarlierRecordsOfTheBodyCreate() {
        ImportRealm realm = realm(Map.of("editUsernameAllowed", true));

        ImportAnswer answer = realm.with("onConflict=merge")
                .take(stored("bob", false), takeover("bob"), stored("cleo", true), takeover("cleo"));
        ImportAnswer predicted = realm(Map.of("editUsernameAllowed", true))
                .with("onConflict=merge&dryRun=true&chunkSize=1")
                .take(stored("bob", false), takeover("bob"), stored("cleo", true), takeover("cleo"));

        assertThat(answer.statuses()).containsExactly("created", "rejected", "created", "updated");
        assertThat(predicted.statuses()).isEqualTo(answer.statuses());
    }

    @Test
    default void outcomesOfJobsSayHowAUserWasMatched() {
        ImportRealm realm = realm(Map.of());
        assertThat(realm.take(stored("ann", true)).count("created")).isEqualTo(1);
        String id = realm.user("ann").path("id").asText();

        ImportJob job = ImportJob.create(realm, Map.of("onConflict", "merge", "matchByEmail", "any"))
                .with(
                        1,
                        List.of(
                                UserLine.of(Map.of("id", id, "lastName", "A")),
                                UserLine.of(Map.of("username", "ann", "lastName", "B")),
                                UserLine.of(Map.of("email", "ann@example.org", "lastName", "B"))))
                .started();
        job.finished();

        assertThat(ImportJob.texts(job.outcomes(), "matchedBy")).containsExactly("id", "username", "email");
        assertThat(ImportJob.texts(job.outcomes(), "status")).containsExactly("updated", "updated", "unchanged");
    }

    @Test
    default void aRecordThatMatchesByEmailAndIsRefusedForItsNameNamesTheUser() {
        ImportRealm realm = realm(Map.of("editUsernameAllowed", false));
        assertThat(realm.take(stored("old-name", true)).count("created")).isEqualTo(1);

        ImportAnswer answer =
                realm.with("onConflict=merge").take(UserLine.named("new-name").email("old-name@example.org"));

        JsonNode problem = answer.single().path("problems").path(0);
        assertThat(problem.path("field").asText()).isEqualTo("username");
        assertThat(problem.path("detail").asText()).startsWith("Record matches user \"old-name\" by email. ");
    }

    @Test
    default void defaultsFillInWhatNewRecordsDoNotContain() {
        ImportRealm realm = realm(Map.of());
        String defaults = "defaults=enabled:true,emailVerified:true";

        ImportAnswer created = realm.with(defaults)
                .take(
                        UserLine.of(Map.of("username", "ann")),
                        UserLine.of(Map.of("username", "bob", "enabled", false, "emailVerified", false)));
        realm.with("onConflict=merge&" + defaults).take(UserLine.of(Map.of("username", "bob", "lastName", "B")));

        assertThat(created.count("created")).isEqualTo(2);
        assertThat(realm.user("ann").path("enabled").asBoolean()).isTrue();
        assertThat(realm.user("ann").path("emailVerified").asBoolean()).isTrue();
        assertThat(realm.user("bob").path("enabled").asBoolean(true)).isFalse();
        assertThat(realm.user("bob").path("lastName").asText()).isEqualTo("B");
        for (String wrong : List.of("enabled", "enabled:maybe", "username:x", "enabled:true,enabled:false")) {
            assertThat(realm.with("defaults=" + wrong)
                            .post(new byte[] {'{', '}'})
                            .status())
                    .as(wrong)
                    .isEqualTo(400);
        }
    }
}
