package org.millrace.testsuite.importer.contract.user.password;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.client.Polling;
import org.millrace.testsuite.endpoint.PasswordEndpoints;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.UserLine;

/** Records of users whose passwords an endpoint verifies: what is rejected, checked and counted, and what policies compare. */
@EnabledIf("org.millrace.testsuite.server.SharedServers#areProcesses")
class LegacyPasswordImportIT extends ImportingLegacyPasswords {
    @Test
    void whatNoEndpointCanVerifyIsRejected() {
        Map<Map<String, String>, String> hashes = new HashMap<>();
        hashes.put(legacy("alice", "no-such-endpoint"), "unknown-password-endpoint");
        hashes.put(legacy("alice", "other-realm"), "unknown-password-endpoint");
        hashes.put(legacy("alice", "https://example.org/"), "malformed-hash");
        hashes.put(legacy("", "shop"), "malformed-hash");
        hashes.put(legacy("a".repeat(256), "shop"), "malformed-hash");
        hashes.put(legacy("alice\n", "shop"), "malformed-hash");
        hashes.put(Map.of("format", "legacy", "value", "alice"), "malformed-hash");
        hashes.put(
                Map.of("format", "legacy", "value", "alice", "endpoint", "shop", "url", "https://example.org/"),
                "malformed-hash");
        hashes.forEach((hash, code) -> {
            String name = unique("lazy");

            JsonNode outcome =
                    realm().with("validation=off").take(user(name, hash)).single();

            assertThat(ImportAnswer.problems(outcome)).as("%s", hash).containsExactly(code);
            assertThat(realm().has(name)).isFalse();
        });
    }

    private UserLine stored(String endpoint) {
        return UserLine.named(unique("lazy"))
                .with(
                        "credentials",
                        List.of(Map.of(
                                "type",
                                "password",
                                "credentialData",
                                "{\"hashIterations\":0,\"algorithm\":\"millrace-legacy\",\"additionalParameters\":{\"endpoint\":[\""
                                        + endpoint + "\"]}}",
                                "secretData",
                                "{\"value\":\"alice\",\"additionalParameters\":{}}")));
    }

    @Test
    void theStoredFormIsCheckedToo() {
        assertThat(realm().take(stored("shop")).statuses()).containsExactly("created");
        assertThat(ImportAnswer.problems(
                        realm().take(stored("no-such-endpoint")).single()))
                .containsExactly("unknown-password-endpoint");
    }

    @Test
    void aCheckNeverCallsAnEndpoint() {
        int calls = ENDPOINTS.calls();
        JsonNode formats = realm().admin()
                .get(realm().base() + "/bulk-import/password-formats")
                .ok()
                .json();
        JsonNode example = formats.path(formats.size() - 1).path("example");

        JsonNode results = realm().admin()
                .post(
                        realm().base() + "/bulk-import/password-formats/check",
                        List.of(
                                Map.of("hash", legacy("alice", "shop"), "password", "ecila"),
                                Map.of("hash", example, "password", "ecila")))
                .ok()
                .json();

        assertThat(example.path("format").asText()).isEqualTo("legacy");
        assertThat(formats.path(formats.size() - 1).path("examples").findValuesAsText("endpoint"))
                .contains("shop")
                .doesNotContain("other-realm");
        assertThat(results)
                .hasSize(2)
                .allSatisfy(result ->
                        assertThat(result.at("/problem/code").asText()).isEqualTo("endpoint-not-called"));
        assertThat(ENDPOINTS.calls()).isEqualTo(calls);
    }

    /** Neither the outcome nor the number of verifications says whether a clear-text password is the stored one; the endpoint counts these. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "onConflict=merge",
                "onConflict=replace",
                "onConflict=merge&dryRun=true",
                "onConflict=replace&dryRun=true"
            })
    void clearTextPasswordsAreNotComparedWithTheStoredHash(String query) {
        boolean dryRun = query.contains("dryRun");
        // A real run compares with former passwords, as reset-password does.
        ImportRealm realm = realm(Map.of("passwordPolicy", dryRun ? "passwordHistory(3)" : "length(4)"));
        List<UserLine> guesses = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            String name = unique("lazy");
            String account = account();
            assertThat(realm.take(user(name, legacy(account, "shop"))).statuses())
                    .containsExactly("created");
            guesses.add(UserLine.named(name)
                    .email(name + "@example.org")
                    .with("firstName", "Some")
                    .with("lastName", "Body")
                    .password(i % 2 == 0 ? PasswordEndpoints.password(account) : "wrong password"));
        }
        int calls = ENDPOINTS.calls();

        ImportAnswer answer = realm.with(query).take(guesses);

        assertThat(answer.statuses()).containsOnly("updated");
        assertThat(answer.outcomes().stream().map(ImportAnswer::warnings))
                .containsOnly(ImportAnswer.warnings(answer.line(1)));
        assertThat(ENDPOINTS.calls()).isEqualTo(calls);
    }

    @Test
    void passwordsThatAreNotVerifiedYetAreCounted() {
        ImportRealm realm = ImportRealm.sample(server());
        realm.take(user(unique("lazy"), legacy(account(), "shop")));

        String path = realm.base() + "/bulk-import/password-upgrade";
        Polling.await("the count ends", () -> realm.admin().get(path).status() == 200);

        JsonNode count = realm.admin().get(path).ok().json();
        assertThat(count.path("formats").toString()).isEqualTo("{\"legacy\":1}");
        assertThat(count.path("unverifiable").asLong()).isZero();
    }
}
