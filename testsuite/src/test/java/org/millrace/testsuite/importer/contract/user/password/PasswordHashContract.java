package org.millrace.testsuite.importer.contract.user.password;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.contract.user.password.ImportingHashes.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.ServerLog;
import org.millrace.testsuite.importer.fixture.UserLine;
import org.millrace.testsuite.server.SharedServers;

/** Users log in with password hashes of other systems, which are replaced by hashes of the realm. */
interface PasswordHashContract extends ImportingHashes {
    @Test
    default void hashesOfOtherSystemsLogInAndBecomeTheRealmsOwn() throws IOException {
        long created = 1_500_000_000_000L;
        ServerLog log = ServerLog.from(server().node());
        Map<UserLine, JsonNode> users = new LinkedHashMap<>();
        for (JsonNode vector : vectors()) {
            users.put(
                    withCredential(Map.of("type", "password", "hash", vector.path("hash"), "createdDate", created)),
                    vector);
        }

        ImportAnswer answer = realm().take(new ArrayList<>(users.keySet()));

        assertThat(answer.outcomes())
                .allSatisfy(outcome -> assertThat(outcome.path("status").asText())
                        .as("%s", outcome)
                        .isEqualTo("created"));
        for (Map.Entry<UserLine, JsonNode> each : users.entrySet()) {
            String username = each.getKey().username();
            JsonNode vector = each.getValue();
            String password = vector.path("password").asText();

            assertThat(realm().login(username, "x" + password)
                            .json()
                            .path("error")
                            .asText())
                    .as("wrong password for %s", vector)
                    .isEqualTo("invalid_grant");
            assertThat(realm().login(username, password).status())
                    .as("right password for %s", vector)
                    .isEqualTo(200);

            JsonNode stored = password(username);
            JsonNode data = HASH_JSON.readTree(stored.path("credentialData").asText());
            assertThat(data.path("algorithm").asText()).as("%s", vector).isEqualTo("argon2");
            assertThat(data.path("hashIterations").asInt()).isEqualTo(5);
            assertThat(data.at("/additionalParameters/memory/0").asText()).isEqualTo("7168");
            assertThat(stored.path("createdDate").asLong()).isEqualTo(created);
        }
        List<String> secrets = new ArrayList<>(List.of(SharedServers.HASH_PEPPER, SharedServers.HASH_SIGNER_KEY));
        users.values().forEach(vector -> secrets.add(vector.path("password").asText()));
        secrets.removeIf(secret -> secret.length() <= 12);
        assertThat(log.text()).doesNotContain(secrets);
        log.assertNoError();
    }

    @Test
    default void samplesOfTheHowToPagesLogIn() throws IOException {
        ImportRealm realm = realm(Map.of());
        Path samples = Path.of(System.getProperty("project.root", ".."), "docs", "samples", "passwords");
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(samples)) {
            for (Path file : files.sorted().toList()) {
                lines.addAll(Files.readAllLines(file));
            }
        }

        ImportAnswer answer = realm.take(lines);

        assertThat(lines).hasSizeGreaterThan(50);
        assertThat(answer.count("created")).as("%s", answer.outcomes()).isEqualTo(lines.size());
        assertThat(answer.outcomes())
                .allSatisfy(outcome -> assertThat(
                                realm.login(outcome.path("key").asText(), BCRYPT_PASSWORD)
                                        .status())
                        .as("%s", outcome)
                        .isEqualTo(200));
    }

    @Test
    default void importedHashThatIsResetBeforeTheFirstLoginIsInTheHistory() {
        ImportRealm realm = realm(Map.of("passwordPolicy", "passwordHistory(3)"));
        UserLine used = withHash(BCRYPT);
        UserLine unused = withHash(BCRYPT);
        realm.take(used, unused);
        assertThat(realm.login(used.username(), BCRYPT_PASSWORD).status()).isEqualTo(200);

        for (UserLine user : List.of(used, unused)) {
            String reset = realm.base() + "/users/"
                    + realm.user(user.username()).path("id").asText() + "/reset-password";

            assertThat(realm.admin()
                            .put(reset, Map.of("type", "password", "value", BCRYPT_PASSWORD))
                            .status())
                    .as("the imported password again")
                    .isEqualTo(400);
            realm.admin()
                    .put(reset, Map.of("type", "password", "value", "next"))
                    .ok();
            assertThat(realm.admin()
                            .put(reset, Map.of("type", "password", "value", BCRYPT_PASSWORD))
                            .status())
                    .as("the imported password, which is in the history")
                    .isEqualTo(400);
            assertThat(realm.login(user.username(), "next").status()).isEqualTo(200);
        }
    }

    /** Keycloak's defaults before Argon2, in the form of exports before version 8; hashed by Python's hashlib. */
    @ParameterizedTest
    @CsvSource({
        "pbkdf2, 20000, 3j/kSXDCFGf+gK+IC5hDJD7B63eDRKJWnhTpQ3Nh9Yn4EIxpeBgLSZpVdl9LMnC6x+tygyctTfXI4xPArxGXMQ==",
        "pbkdf2-sha256, 27500, H5R9LZ0QvKxHLm1Lg0IeQXdtUAa+9gf2NeOZns+WHBTpnlaWE/+JwnJ/2OXEjNPW5EusP1xxGLqEqjWDbIcGlg==",
        "pbkdf2-sha512, 30000, EZdYedjJ9LINuCEWb/obgbC2etwQSY8+K/kV9Sbe4upwijP8unRux35qRxFax9VOayhTRti9uKhJLnaJW9awyQ==",
        "pbkdf2-sha256, 27500, H5R9LZ0QvKxHLm1Lg0IeQXdtUAa+9gf2NeOZns+WHBQ="
    })
    default void hashesOfOldKeycloaksLogIn(String algorithm, int iterations, String hash) {
        UserLine user = withCredential(Map.of(
                "type", "password",
                "hashedSaltedValue", hash,
                "salt", "MDEyMzQ1Njc4OWFiY2RlZg==",
                "hashIterations", iterations,
                "algorithm", algorithm));

        assertThat(realm().take(user).statuses()).containsExactly("created");
        assertThat(algorithm(user.username())).isEqualTo(algorithm);
        assertThat(realm().login(user.username(), "wrong").status()).isEqualTo(400);
        assertThat(realm().login(user.username(), BCRYPT_PASSWORD).status()).isEqualTo(200);
        assertThat(algorithm(user.username())).isEqualTo("argon2");
    }

    @Test
    default void labelAndDateOfAnImportedPasswordAreKept() {
        UserLine user = withCredential(Map.of(
                "type", "password", "hash", BCRYPT, "createdDate", 1_500_000_000_000L, "userLabel", "from 2017"));

        realm().take(user);
        assertThat(realm().login(user.username(), BCRYPT_PASSWORD).status()).isEqualTo(200);

        assertThat(algorithm(user.username())).isEqualTo("argon2");
        assertThat(password(user.username()).path("createdDate").asLong()).isEqualTo(1_500_000_000_000L);
        assertThat(password(user.username()).path("userLabel").asText()).isEqualTo("from 2017");
    }

    @Test
    default void aTemporaryHashHasToBeChanged() {
        UserLine user = withCredential(Map.of("type", "password", "hash", BCRYPT, "temporary", true));

        realm().take(user);

        assertThat(realm().user(user.username()).path("requiredActions").path(0).asText())
                .isEqualTo("UPDATE_PASSWORD");
    }

    /** Keycloak accepts every algorithm of the server in a password policy. */
    @ParameterizedTest
    @ValueSource(strings = {"millrace-bcrypt", "millrace-legacy"})
    default void newPasswordsGetTheDefaultAlgorithmIfThePolicyNamesOneOfImportedPasswords(String algorithm) {
        ImportRealm realm = realm(Map.of("passwordPolicy", "hashAlgorithm(" + algorithm + ")"));
        UserLine user = withHash(BCRYPT);
        UserLine another = withCredential(Map.of("type", "password", "value", "secret"));

        assertThat(realm.take(user, another).statuses()).containsOnly("created");
        realm.admin().createUser(realm.name(), "third", "secret");

        Map<String, String> passwords =
                Map.of(user.username(), BCRYPT_PASSWORD, another.username(), "secret", "third", "secret");
        for (int login = 1; login <= 2; login++) {
            passwords.forEach((username, password) -> {
                assertThat(realm.login(username, password).status())
                        .as(username)
                        .isEqualTo(200);
                assertThat(algorithm(realm, username)).as(username).isEqualTo("argon2");
            });
        }
    }
}
