package org.millrace.testsuite.importer.contract.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.contract.user.ImportingUserCases.codes;
import static org.millrace.testsuite.importer.contract.user.ImportingUserCases.detail;
import static org.millrace.testsuite.importer.contract.user.ImportingUserCases.take;
import static org.millrace.testsuite.importer.contract.user.ImportingUserCases.values;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.StoredFactors;
import org.millrace.testsuite.importer.fixture.UserLine;

/** Credentials of users as they come out of real systems. */
public interface CredentialCaseContract extends ImportingUserCases {
    @Test
    default void maskedSecretsKeepWhatIsStored() {
        ImportRealm realm = realm(Map.of());
        ImportAnswer created = take(realm, "masked-user-secrets.ndjson");
        assertThat(codes(created)).containsEntry("mask", List.of("masked-secret"));
        assertThat(created.statuses()).containsOnly("created");
        assertThat(realm.of("mask", "credentials")).isEmpty();
        UserLine current = UserLine.of(Map.of(
                "username",
                "mask",
                "credentials",
                List.of(Map.of("type", "password", "value", "current"), StoredFactors.totp())));
        assertThat(realm.with("onConflict=merge").take(current).count("updated"))
                .isEqualTo(1);

        ImportAnswer merged = take(realm.with("onConflict=merge"), "masked-user-secrets.ndjson");
        ImportAnswer replaced = take(realm.with("onConflict=replace"), "masked-user-secrets.ndjson");

        assertThat(merged.line(1).path("status").asText()).isEqualTo("unchanged");
        for (ImportAnswer answer : List.of(merged, replaced)) {
            assertThat(codes(answer)).containsEntry("mask", List.of("masked-secret"));
        }
        assertThat(realm.login("mask", "current").body()).doesNotContain("Invalid user credentials");
        assertThat(realm.login("mask", "**********").body()).contains("Invalid user credentials");
        assertThat(realm.of("mask", "credentials").findValuesAsText("type")).containsExactly("password");
    }

    @Test
    default void credentialsOfOldExportsAreBroughtIntoTodaysForm() {
        ImportRealm realm = realm(Map.of());

        Map<String, List<String>> codes = codes(take(realm, "old-credentials.ndjson"));
        ImportAnswer temporary = take(realm, "old-credential-temporary.ndjson");
        ImportAnswer stored = take(realm, "temporary-stored-password.ndjson");

        for (String user : List.of("p1x", "p2x", "p3x", "q1x", "q2x", "q3x")) {
            assertThat(codes).containsEntry(user, List.of());
        }
        assertThat(codes)
                .containsEntry("p4x", List.of("unknown-hash-algorithm"))
                .containsEntry("p6x", List.of("left-out-credential"))
                .containsEntry("q6x", List.of("unsupported-credential"))
                .containsEntry("q7x", List.of("incomplete-credential"));
        assertThat(temporary.statuses()).containsExactly("created");
        assertThat(codes(stored)).containsExactly(Map.entry("tmp1", List.of()));
        assertThat(realm.of("tmp1", "credentials").findValuesAsText("type")).containsExactly("password");
        for (String user : List.of("q3x", "old1", "tmp1")) {
            assertThat(values(realm.user(user).path("requiredActions"))).containsExactly("UPDATE_PASSWORD");
        }
    }

    @Test
    default void aPasswordThatThePolicyForbidsIsRefusedInKeycloaksWords() {
        ImportRealm realm = realm(Map.of("passwordPolicy", "length(8)"));

        ImportAnswer answer = take(realm, "min-weak.ndjson");

        assertThat(ImportAnswer.problems(answer.single())).containsExactly("password-policy");
        assertThat(detail(answer.single())).isEqualTo("Invalid password: minimum length 8.");
    }

    @Test
    default void anUnknownFieldOfACredentialRejectsTheRecordInStrictAndIsNeverRepeated() {
        ImportRealm realm = realm(Map.of());
        String secret = "swordfish";
        Map<String, Object> nested = Map.of("type", "password", "value", "x", secret, Map.of(secret, 1));
        List<UserLine> lines = List.of(
                UserLine.named("one")
                        .with("credentials", List.of(Map.of("type", "password", "value", "x", secret, "y"))),
                UserLine.named("two").with("credentials", List.of(nested)),
                UserLine.named("three")
                        .with("credentials", List.of(Map.of("type", "password", "value", Map.of(secret, 1)))),
                UserLine.named("four").with("credentials", Map.of(secret, 1)));

        ImportAnswer strict = realm.take(lines);
        ImportAnswer lenient = realm.with("validation=lenient").take(lines);

        assertThat(strict.statuses()).containsOnly("rejected");
        assertThat(ImportAnswer.problems(strict.line(1))).containsExactly("unknown-field");
        assertThat(strict.line(1).path("problems").findValuesAsText("field")).containsExactly("credentials[0]");
        assertThat(lenient.statuses()).containsExactly("created", "created", "rejected", "rejected");
        assertThat(ImportAnswer.warnings(lenient.line(2))).containsExactly("unknown-field");
        assertThat(strict.outcomes().toString() + lenient.outcomes()).doesNotContain(secret);
    }
}
