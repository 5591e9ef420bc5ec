package org.millrace.testsuite.importer.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.StoredFactors;
import org.millrace.testsuite.importer.fixture.UserLine;

/** A caller who may set secrets does not learn them: no outcome depends on whether a guess is right. */
interface SecretGuessContract extends Importing {
    private static UserLine guess(String username, String password) {
        return UserLine.of(
                Map.of("username", username, "credentials", List.of(Map.of("type", "password", "value", password))));
    }

    /** Outcomes without what differs from one record to the next. */
    private static List<ObjectNode> neutral(ImportAnswer answer) {
        return neutral(answer.outcomes());
    }

    private static List<ObjectNode> neutral(List<JsonNode> outcomes) {
        return outcomes.stream()
                .map(outcome -> {
                    ObjectNode neutral = outcome.deepCopy();
                    neutral.remove(List.of("line", "key", "id"));
                    return neutral;
                })
                .toList();
    }

    /** A realm whose policy forbids the last three passwords, and a user with a former and a current password. */
    private ImportRealm withHistory() {
        ImportRealm realm = realm(Map.of("passwordPolicy", "passwordHistory(3)"));
        assertThat(realm.take(UserLine.named("ann").password("former")).count("created"))
                .isEqualTo(1);
        assertThat(realm.with("onConflict=merge").take(guess("ann", "current")).count("updated"))
                .isEqualTo(1);
        return realm;
    }

    @ParameterizedTest
    @ValueSource(strings = {"merge", "replace"})
    default void guessesOfPasswordsHaveTheSameOutcomeInADryRun(String onConflict) {
        ImportRealm realm = withHistory();
        List<UserLine> guesses = new ArrayList<>();
        for (String password : List.of("wrong", "current", "former", "CURRENT", "wrong", "former", "current")) {
            guesses.add(guess("ann", password));
        }

        ImportAnswer answer = realm.with("dryRun=true&onConflict=" + onConflict).take(guesses);
        ImportAnswer records = realm.into("records")
                .with("dryRun=true&onConflict=" + onConflict)
                .take(guesses.stream().map(guess -> guess.with("type", "user")).toList());

        for (ImportAnswer each : List.of(answer, records)) {
            assertThat(neutral(each)).containsOnly(neutral(answer).get(0)).hasSize(7);
            assertThat(each.line(1).path("status").asText()).isEqualTo("updated");
            assertThat(ImportAnswer.warnings(each.line(1))).containsExactly("password-history-not-checked");
        }
        assertThat(realm.login("ann", "current").body()).doesNotContain("Invalid user credentials");
    }

    /** Some guesses are right, some wrong. A job that writes checks a history as a password change does: here it has none. */
    @ParameterizedTest
    @CsvSource({"merge,true", "merge,false", "replace,true", "replace,false"})
    default void guessesOfPasswordsHaveTheSameOutcomeInAJob(String onConflict, boolean dryRun) {
        ImportRealm realm = dryRun ? withHistory() : realm(Map.of());
        List<UserLine> guesses = Stream.of("current", "current", "wrong", "wrong", "former", "current", "wrong")
                .map(password -> guess("ann", password).with("type", "user"))
                .toList();
        assertThat(realm.with("onConflict=skip").take(guesses.get(0)).outcomes())
                .hasSize(1);

        ImportJob job = ImportJob.create(
                        realm.into("records"), Map.of("onConflict", onConflict, "dryRun", dryRun, "chunkSize", 2))
                .with(1, guesses)
                .started();
        job.finished();

        assertThat(neutral(job.outcomes()))
                .hasSize(guesses.size())
                .containsOnly(neutral(job.outcomes()).get(0));
        assertThat(job.outcomes().get(0).path("status").asText()).isEqualTo("updated");
    }

    @Test
    default void historyIsCheckedAsResetPasswordDoesIfThePasswordIsSet() {
        ImportRealm realm = withHistory().with("onConflict=merge");

        ImportAnswer answer =
                realm.take(guess("ann", "current"), guess("ann", "former"), guess("ann", "next"), guess("ann", "next"));

        assertThat(answer.statuses()).containsExactly("rejected", "rejected", "updated", "rejected");
        assertThat(ImportAnswer.problems(answer.line(1))).containsExactly("password-policy");
        String id = realm.user("ann").path("id").asText();
        assertThat(realm.admin()
                        .put(
                                realm.base() + "/users/" + id + "/reset-password",
                                Map.of("type", "password", "value", "next"))
                        .status())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"onConflict=merge", "onConflict=merge&events=each"})
    default void recordsThatAreRejectedAnywaySayNothingOfFormerPasswords(String query) {
        ImportRealm realm = withHistory().with(query);
        List<UserLine> lines = new ArrayList<>();
        for (String password : List.of("wrong", "current", "former")) {
            UserLine guess = guess("ann", password);
            List<Object> twice = List.of(
                    Map.of("type", "password", "value", password), Map.of("type", "password", "value", "other"));
            List<Object> broken =
                    List.of(Map.of("type", "password", "value", password), Map.of("type", "otp", "value", "x"));
            lines.addAll(List.of(
                    guess.with("email", "no address"),
                    guess.with("realmRoles", List.of("missing")),
                    guess.with("credentials", twice),
                    guess.with("credentials", broken),
                    // What only the database refuses.
                    guess.with(
                            "federatedIdentities",
                            List.of(Map.of("identityProvider", "acme", "userId", "x".repeat(300))))));
        }

        ImportAnswer answer = realm.take(lines);

        assertThat(answer.statuses()).containsOnly("rejected");
        List<ObjectNode> outcomes = neutral(answer);
        assertThat(outcomes.subList(5, 10)).isEqualTo(outcomes.subList(0, 5));
        assertThat(outcomes.subList(10, 15)).isEqualTo(outcomes.subList(0, 5));
    }

    @ParameterizedTest
    @ValueSource(strings = {"onConflict=merge", "onConflict=merge&dryRun=true"})
    default void guessesOfShortStoredSecretsHaveTheSameOutcome(String query) {
        ImportRealm realm = realm(Map.of());
        Map<String, Object> otp = Map.of(
                "type",
                "otp",
                "userLabel",
                "token",
                "secretData",
                "{\"value\":\"1234\"}",
                "credentialData",
                "{\"subType\":\"totp\",\"digits\":6,\"counter\":0,\"period\":30,\"algorithm\":\"HmacSHA1\"}");
        Map<String, Object> codes = StoredFactors.recoveryCodes();
        UserLine user = UserLine.named("ann").with("credentials", List.of(otp, codes));
        assertThat(realm.take(user).count("created")).isEqualTo(1);
        Map<String, Object> wrong = new java.util.HashMap<>(otp);
        wrong.put("secretData", "{\"value\":\"4321\"}");

        ImportAnswer answer = realm.with(query)
                .take(
                        user.with("credentials", List.of(otp)),
                        user.with("credentials", List.of(wrong)),
                        user.with("credentials", List.of(codes)));

        assertThat(answer.statuses()).containsOnly("updated");
        assertThat(Stream.of(answer.line(1), answer.line(2)).map(SecretGuessContract::warnings))
                .containsOnly(List.of());
    }

    private static List<String> warnings(JsonNode outcome) {
        return ImportAnswer.warnings(outcome);
    }
}
