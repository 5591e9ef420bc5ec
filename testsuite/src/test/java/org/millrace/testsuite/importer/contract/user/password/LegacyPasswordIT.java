package org.millrace.testsuite.importer.contract.user.password;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.client.Metrics;
import org.millrace.testsuite.client.Polling;
import org.millrace.testsuite.endpoint.PasswordEndpoints;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.UserLine;

/** Passwords without a hash are verified by an endpoint at the first login, and become the realm's own. */
@EnabledIf("org.millrace.testsuite.server.SharedServers#areProcesses")
class LegacyPasswordIT extends ImportingLegacyPasswords {
    private static final int UNAVAILABLE = 503;
    private static final ObjectMapper JSON = new ObjectMapper();

    private static JsonNode password(ImportRealm realm, String username) {
        return realm.of(username, "credentials").path(0);
    }

    private static String algorithm(ImportRealm realm, String username) {
        try {
            return JSON.readTree(
                            password(realm, username).path("credentialData").asText())
                    .path("algorithm")
                    .asText();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private ImportRealm guarded() {
        return realm(Map.of(
                "eventsEnabled", true, "bruteForceProtected", true, "enabledEventTypes", List.of("LOGIN_ERROR")));
    }

    private static int failedLogins(ImportRealm realm) {
        return realm.admin().get(realm.base() + "/events").ok().json().size();
    }

    private static int bruteForceCount(ImportRealm realm, String username) {
        return realm.failedLogins(realm.user(username).path("id").asText())
                .path("numFailures")
                .asInt();
    }

    /** A loaded machine may take longer than the time limit: such a login is tried again. */
    private static Answer verdict(ImportRealm realm, String name, String password) {
        List<Answer> answers = new ArrayList<>();
        Polling.await("a verdict", () -> {
            Answer answer = realm.login(name, password);
            answers.add(answer);
            return answer.status() != UNAVAILABLE;
        });
        return answers.get(answers.size() - 1);
    }

    /** The mapping {@code lazy} is that of Cognito with an endpoint. */
    @Test
    void usersOfAnotherSystemsExportAreVerifiedByTheEndpointOfItsMapping() {
        ImportRealm realm = guarded();
        String account = account();
        String export = "{\"Users\":[{\"Username\":\"" + account + "\",\"Enabled\":true,\"Attributes\":["
                + "{\"Name\":\"email\",\"Value\":\"" + account
                + "@example.org\"},{\"Name\":\"given_name\",\"Value\":\"Some\"},"
                + "{\"Name\":\"family_name\",\"Value\":\"Body\"}]}]}";

        ImportAnswer answer = ImportAnswer.of(realm.with("source=lazy").post("application/json", export));

        assertThat(answer.statuses()).as("%s", answer.outcomes()).containsExactly("created");
        assertThat(algorithm(realm, account)).isEqualTo("millrace-legacy");
        assertThat(verdict(realm, account, "wrong").status()).isNotEqualTo(200);
        assertThat(verdict(realm, account, new StringBuilder(account).reverse().toString())
                        .status())
                .isEqualTo(200);
        assertThat(algorithm(realm, account)).doesNotStartWith("millrace-");
    }

    @Test
    void aRightPasswordBecomesTheRealmsOwn() {
        ImportRealm realm = guarded();
        String account = account();
        String name = unique("lazy");
        assertThat(realm.take(user(name, legacy(account, "shop"))).statuses()).containsExactly("created");
        String id = password(realm, name).path("id").asText();

        Answer wrong = verdict(realm, name, "x" + PasswordEndpoints.password(account));
        assertThat(wrong.json().path("error").asText()).isEqualTo("invalid_grant");
        assertThat(failedLogins(realm)).isOne();
        Polling.await("the wrong password counts", () -> bruteForceCount(realm, name) == 1);
        assertThat(algorithm(realm, name)).isEqualTo("millrace-legacy");
        // Keycloak refuses a login while it still counts the one before.
        Polling.await(
                "the right password is accepted",
                () -> realm.login(name, PasswordEndpoints.password(account)).status() == 200);

        assertThat(algorithm(realm, name)).isEqualTo("argon2");
        JsonNode stored = password(realm, name);
        assertThat(stored.path("id").asText()).isEqualTo(id);
        assertThat(stored.path("createdDate").asLong()).isEqualTo(1_500_000_000_000L);
        assertThat(stored.path("userLabel").asText()).isEqualTo("from 2017");
        int calls = ENDPOINTS.calls();
        assertThat(realm.login(name, PasswordEndpoints.password(account)).status())
                .isEqualTo(200);
        assertThat(realm.login(name, "wrong").status()).isEqualTo(400);
        assertThat(ENDPOINTS.calls()).isEqualTo(calls);
    }

    @ParameterizedTest
    @ValueSource(strings = {"slow", "absent", "failing", "moved", "moved-post", "garbage", "untrusted"})
    void withoutAVerdictALoginIsNoFailedLogin(String endpoint) {
        ImportRealm realm = guarded();
        String account = account();
        String name = unique("lazy");
        realm.take(user(name, legacy(account, endpoint)));
        int calls = ENDPOINTS.calls();

        Answer answer = realm.login(name, PasswordEndpoints.password(account));
        HttpResponse<String> page =
                new LoginForm(server().node(), realm.name()).submit(name, PasswordEndpoints.password(account));

        assertThat(answer.status()).as("%s", answer).isEqualTo(UNAVAILABLE);
        assertThat(answer.header("Retry-After")).isPresent();
        assertThat(answer.json().path("error").asText()).isEqualTo("temporarily_unavailable");
        assertThat(page.statusCode()).as("%s", page).isEqualTo(UNAVAILABLE);
        assertThat(page.body()).contains("cannot be verified at the moment");
        assertThat(algorithm(realm, name)).isEqualTo("millrace-legacy");
        assertThat(failedLogins(realm)).isZero();
        assertThat(bruteForceCount(realm, name)).isZero();
        assertThat(ENDPOINTS.calls()).isEqualTo(calls);
    }

    @Test
    void theLoginPageTakesARightPassword() {
        String account = account();
        String name = unique("lazy");
        realm().take(user(name, legacy(account, "shop")));
        LoginForm form = new LoginForm(server().node(), realm().name());

        Polling.await("a verdict", () -> form.submit(name, "wrong").statusCode() == 200);
        Polling.await(
                "the login succeeds",
                () -> form.submit(name, PasswordEndpoints.password(account)).statusCode() == 302);

        assertThat(algorithm(realm(), name)).isEqualTo("argon2");
    }

    @Test
    void anEndpointThatKeepsFailingIsNoLongerCalled() {
        String name = unique("lazy");
        realm().take(user(name, legacy(account(), "failing")));

        for (int i = 0; i < 7; i++) {
            assertThat(realm().login(name, "any").status()).isEqualTo(UNAVAILABLE);
        }

        assertThat(Metrics.of(server().node()).text())
                .containsPattern(
                        "millrace_password_endpoint_total\\{endpoint=\"failing\",outcome=\"refused\"\\} [1-9]");
    }

    @Test
    void fewLoginsWaitForAnEndpoint() {
        List<String> names = new ArrayList<>();
        List<UserLine> users = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            names.add(unique("lazy"));
            users.add(user(names.get(i), legacy(account(), "slow")));
        }
        String other = unique("other");
        users.add(UserLine.named(other).password("a password"));
        realm().take(users);
        Polling.await("the calls of other tests have ended", () -> ENDPOINTS.slowNow() == 0);
        ENDPOINTS.resetSlowAtMost();
        ExecutorService threads = Executors.newFixedThreadPool(names.size());
        try {
            List<CompletableFuture<Answer>> logins = names.stream()
                    .map(name -> CompletableFuture.supplyAsync(() -> realm().login(name, "any"), threads))
                    .toList();

            assertThat(realm().login(other, "a password").status()).isIn(200, 400);
            assertThat(logins)
                    .allSatisfy(login -> assertThat(login.join().status()).isEqualTo(UNAVAILABLE));
        } finally {
            threads.shutdown();
        }
        assertThat(ENDPOINTS.slowAtMost()).isBetween(1, 10);
    }

    @Test
    void aDirectoryVerifiesByBinding() {
        String name = unique("lazy");
        realm().take(user(name, legacy(PasswordEndpoints.DIRECTORY_ACCOUNT, "directory")));
        int binds = ENDPOINTS.binds().size();

        assertThat(realm().login(name, "").status()).isNotEqualTo(200);
        assertThat(ENDPOINTS.binds()).hasSize(binds);
        assertThat(verdict(realm(), name, "wrong").json().path("error").asText())
                .isEqualTo("invalid_grant");
        assertThat(verdict(realm(), name, PasswordEndpoints.password(PasswordEndpoints.DIRECTORY_ACCOUNT))
                        .status())
                .isEqualTo(200);

        assertThat(algorithm(realm(), name)).isEqualTo("argon2");
        assertThat(ENDPOINTS.binds()).hasSizeGreaterThan(binds);
    }
}
