package org.millrace.testsuite.importer.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.contract.ImportingNeighbours.assertProblem;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.data.SampleRealm;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.UserLine;

/** A record that cannot be taken says why, and its neighbours never notice. */
interface RefusedRecordsContract extends ImportingNeighbours {
    static Stream<Arguments> refused() {
        String nul = "a\u0000b";
        return Stream.of(
                Arguments.of("missing-username", "username", "missing", Map.of("email", "without-name@example.org")),
                Arguments.of("invalid-length", "username", "length", Map.of("username", "ab")),
                Arguments.of(
                        "username-invalid-character", "username", "character", Map.of("username", "no<tags>please")),
                Arguments.of("invalid-email", "email", "mail", Map.of("email", "not an address")),
                Arguments.of("unknown-role", "realmRoles", "\"emperor\"", Map.of("realmRoles", List.of("emperor"))),
                Arguments.of(
                        "unknown-role",
                        "clientRoles.shop",
                        "\"emperor\" of client \"shop\"",
                        Map.of("clientRoles", Map.of("shop", List.of("emperor")))),
                Arguments.of(
                        "unknown-role",
                        "clientRoles.nowhere",
                        "\"nowhere\"",
                        Map.of("clientRoles", Map.of("nowhere", List.of("buyer")))),
                Arguments.of(
                        "unknown-group", "groups", "\"/staff/nowhere\"", Map.of("groups", List.of("/staff/nowhere"))),
                Arguments.of("invalid-id", "id", "\"" + "x".repeat(37) + "\"", Map.of("id", "x".repeat(37))),
                Arguments.of("invalid-id", "id", "\"..\"", Map.of("id", "..")),
                Arguments.of("invalid-id", "id", "\"profile\"", Map.of("id", "profile")),
                Arguments.of("invalid-id", "id", "\"a/b\"", Map.of("id", "a/b")),
                Arguments.of(
                        "invalid-id",
                        "id",
                        "\"f:",
                        Map.of("id", "f:" + new UUID(1, 2).toString().substring(4))),
                Arguments.of(
                        "invalid-consent",
                        "clientConsents[0]",
                        "\"clientId\"",
                        Map.of("clientConsents", List.of(Map.of()))),
                Arguments.of(
                        "unknown-client",
                        "serviceAccountClientId",
                        "\"nowhere\"",
                        Map.of("serviceAccountClientId", "nowhere")),
                Arguments.of(
                        "invalid-organization",
                        "organizations[0]",
                        "\"alias\"",
                        Map.of("organizations", List.of(Map.of()))),
                Arguments.of(
                        "unknown-federation-provider",
                        "federationLink",
                        "\"" + new UUID(3, 4) + "\"",
                        Map.of("federationLink", new UUID(3, 4).toString())),
                Arguments.of("invalid-type", "username", "a string", Map.of("username", List.of("a"))),
                Arguments.of("invalid-type", "enabled", "true or false", Map.of("enabled", "perhaps")),
                Arguments.of(
                        "invalid-type", "createdTimestamp", "a whole number", Map.of("createdTimestamp", "yesterday")),
                Arguments.of("invalid-type", "attributes", "an object", Map.of("attributes", List.of("a"))),
                Arguments.of(
                        "invalid-type",
                        "attributes.country",
                        "a string",
                        Map.of("attributes", Map.of("country", Map.of()))),
                Arguments.of("invalid-type", "groups", "an array", Map.of("groups", "/staff")),
                Arguments.of("invalid-type", "credentials[0]", "an object", Map.of("credentials", List.of("secret"))),
                Arguments.of("invalid-character", "firstName", "NUL", Map.of("firstName", nul)),
                Arguments.of("invalid-character", "attributes", "NUL", Map.of("attributes", Map.of("country", nul))),
                Arguments.of("invalid-character", "realmRoles", "NUL", Map.of("realmRoles", List.of(nul))),
                Arguments.of(
                        "incomplete-credential",
                        "credentials[0]",
                        "secretData",
                        credential(Map.of("type", "password"))),
                Arguments.of(
                        "unsupported-credential",
                        "credentials[0].type",
                        "webauthn",
                        credential(Map.of("type", "retina", "secretData", "{}", "credentialData", "{}"))),
                Arguments.of(
                        "unknown-hash-algorithm",
                        "credentials[0].credentialData",
                        "algorithm",
                        credential(Map.of(
                                "type",
                                "password",
                                "secretData",
                                "{\"value\":\"aa\",\"salt\":\"aa\"}",
                                "credentialData",
                                "{\"algorithm\":\"rot13\",\"hashIterations\":1}"))),
                Arguments.of(
                        "invalid-credential",
                        "credentials[0].secretData",
                        "stored form",
                        credential(Map.of(
                                "type",
                                "password",
                                "secretData",
                                "no JSON",
                                "credentialData",
                                "{\"algorithm\":\"pbkdf2-sha256\",\"hashIterations\":5}"))));
    }

    private static Map<String, Object> credential(Map<String, String> fields) {
        return Map.of("credentials", List.of(fields));
    }

    @ParameterizedTest
    @MethodSource("refused")
    default void rejectionHasCodeFieldAndTheValueOrWhatIsExpected(
            String code, String field, String says, Map<String, Object> fields) {
        UserLine user = fields.containsKey("username") || code.equals("missing-username")
                ? UserLine.of(fields)
                : UserLine.named(unique("faulty"));
        for (Map.Entry<String, Object> each : fields.entrySet()) {
            user = user.with(each.getKey(), each.getValue());
        }
        long before = realm().count();

        JsonNode outcome = amongNeighbours(realm(), user);

        assertProblem(outcome, code, field);
        String detail = outcome.path("problems").path(0).path("detail").asText();
        assertThat(detail).containsIgnoringCase(says).doesNotContain("retina", "rot13");
        assertThat(realm().count()).isEqualTo(before + 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"firstName", "lastName", "federationLink", "id", "email"})
    default void halfOfACharacterIsNone(String field) {
        String record = "{\"username\":\"%s\",\"%s\":\"half \\ud83d\"}".formatted(unique("half"), field);

        assertProblem(amongNeighbours(realm(), record), "invalid-character", field);
    }

    @Test
    default void everythingThatIsWrongIsSaidAtOnce() {
        UserLine user = UserLine.named("ab")
                .email("nowhere")
                .with("id", "x".repeat(40))
                .with("realmRoles", List.of("emperor", SampleRealm.ROLE))
                .with("groups", List.of("/nowhere"));

        JsonNode outcome = amongNeighbours(realm(), user);

        assertThat(ImportAnswer.problems(outcome))
                .containsExactlyInAnyOrder(
                        "invalid-length", "invalid-email", "invalid-id", "unknown-role", "unknown-group");
    }

    @Test
    default void allWrongTypesOfARecordAreSaidAtOnce() {
        JsonNode outcome = amongNeighbours(
                realm(), "{\"username\":[1],\"enabled\":{},\"groups\":7,\"attributes\":{\"a\":[[1]]},\"id\":{}}");

        assertThat(outcome.path("problems").findValuesAsText("field"))
                .containsExactlyInAnyOrder("username", "enabled", "groups", "attributes.a", "id");
    }

    @Test
    default void unknownFieldsAreWarningsAndThoseThatAreWorkedOutAreNot() {
        String name = unique("exported");

        ImportAnswer answer = realm().take(UserLine.named(name)
                .with("totp", false)
                .with("access", Map.of("manage", true))
                .with("disableableCredentialTypes", List.of())
                .with("shoeSize", 43)
                .with("favourites", List.of(Map.of("colour", "blue"))));

        JsonNode outcome = answer.single();
        assertThat(outcome.path("status").asText()).isEqualTo("created");
        assertThat(ImportAnswer.warnings(outcome)).containsExactly("unknown-field", "unknown-field");
        assertThat(outcome.path("warnings").findValuesAsText("field")).containsExactly("shoeSize", "favourites");
        assertThat(answer.count("warnings")).isEqualTo(2);
    }

    @Test
    default void fieldsThatAreNullOrEmptyAreAsGoodAsAbsent() {
        String name = unique("sparse");

        JsonNode outcome = amongNeighbours(
                realm(),
                "{\"username\":\"%s\",\"email\":null,\"attributes\":null,\"groups\":[],\"credentials\":[],\"clientConsents\":[],\"organizations\":null,\"realmRoles\":null}"
                        .formatted(name));

        assertThat(outcome.path("status").asText()).isEqualTo("created");
        assertThat(outcome.has("warnings")).isFalse();
    }
}
