package org.millrace.testsuite.importer.contract.user.password;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.advisor.fault.ExtensionJar;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Polling;
import org.millrace.testsuite.endpoint.PasswordEndpoints;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.ServerLog;
import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.importer.fixture.UserLine;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/**
 * Keys of password hashes, and tokens of password endpoints, in Keycloak's vault and for one realm; and the hashes that Keycloak computes
 * for clear-text passwords.
 */
@Thorough
@EnabledIf("org.millrace.testsuite.server.SharedServers#areProcesses")
class PasswordKeysIT {
    private static final String SETTING = "spi-admin-realm-restapi-extension--bulk-import--";
    private static final String REALM = "realm-of-the-key";
    private static final String PASSWORD = "correct horse";
    private static final int GUESSES = 5;
    /** HMAC-SHA-256 of the password with the pepper of the shared servers. */
    private static final String HASH = "6b184b371e692b89dd8d26547bdce805d9aedbfe0056ba7a0da6a240cbcbb32f";

    @TempDir
    private static Path vault;

    @TempDir
    private static Path extension;

    private static ServerUnderTest server;

    @BeforeAll
    static void startServer() throws IOException {
        ServerOptions options = ServerOptions.postgres()
                .startingFast()
                .withBuildOption("vault", "file")
                .with("vault-dir", vault.toString())
                .with("log-level", "info,org.millrace:debug")
                .with(SETTING + "hash-vault-key-shop", "shop_pepper")
                .with(SETTING + "hash-key-own", SharedServers.HASH_PEPPER)
                .with(SETTING + "hash-realm-own", REALM)
                .with(SETTING + "password-endpoint-shop-vault-token", "endpoint");
        for (Map.Entry<String, String> option :
                PasswordEndpoints.instance().options().entrySet()) {
            options = options.with(option.getKey(), option.getValue());
        }
        // The vault counts.
        options = options.with(SETTING + "password-endpoint-shop-token", "not-the-token");
        @Nullable String before = ExtensionJar.use(ExtensionJar.counting(extension));
        try {
            server = ServerUnderTest.start(options);
        } finally {
            ExtensionJar.restore(before);
        }
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    /** Keycloak's file vault doubles underscores of a name. */
    private static void store(ImportRealm realm, String entry, String secret) throws IOException {
        Files.writeString(vault.resolve(realm.name() + "_" + entry.replace("_", "__")), secret);
    }

    private static UserLine user(Map<String, ?> hash) {
        return UserLine.named("ann")
                .email("ann@example.org")
                .with("emailVerified", true)
                .with("firstName", "Ann")
                .with("lastName", "Example")
                .with("credentials", List.of(Map.of("type", "password", "hash", hash)));
    }

    private static UserLine peppered(String key) {
        return user(Map.of("format", "digest", "digest", "sha256", "hmac", "pepper", "pepper", key, "value", HASH));
    }

    @Test
    void pepperIsReadFromTheVaultOfTheRealm() throws IOException {
        ServerLog log = ServerLog.from(server.node());
        ImportRealm realm = ImportRealm.create(server, Map.of());
        ImportRealm without = ImportRealm.create(server, Map.of());
        store(realm, "shop_pepper", SharedServers.HASH_PEPPER);

        assertThat(realm.take(peppered("shop")).statuses()).containsExactly("created");
        assertThat(ImportAnswer.problems(without.take(peppered("shop")).single()))
                .containsExactly("missing-hash-key");
        assertThat(realm.login("ann", "wrong").status()).isEqualTo(400);
        assertThat(realm.login("ann", PASSWORD).status()).isEqualTo(200);
        assertThat(realm.of("ann", "credentials").toString()).contains("argon2");
        assertThat(log.text()).doesNotContain(SharedServers.HASH_PEPPER);
    }

    @Test
    void keyIsReservedForItsRealm() {
        AdminClient admin = AdminClient.of(server.node());
        admin.createRealm(REALM);
        ImportRealm own = new ImportRealm(server.node(), admin, REALM, "users", "");

        assertThat(own.take(peppered("own")).statuses()).containsExactly("created");
        assertThat(own.login("ann", PASSWORD).status()).isEqualTo(200);
        assertThat(ImportAnswer.problems(ImportRealm.create(server, Map.of())
                        .take(peppered("own"))
                        .single()))
                .containsExactly("missing-hash-key");
    }

    @Test
    void tokenOfAnEndpointIsReadFromTheVaultOfTheRealm() throws IOException {
        ServerLog log = ServerLog.from(server.node());
        ImportRealm realm = ImportRealm.create(server, Map.of());
        store(realm, "endpoint", PasswordEndpoints.TOKEN);
        realm.take(user(Map.of("format", "legacy", "endpoint", "shop", "value", "ann")));

        Polling.await(
                "the login succeeds",
                () -> realm.login("ann", PasswordEndpoints.password("ann")).status() == 200);

        assertThat(realm.of("ann", "credentials").toString()).contains("argon2");
        assertThat(log.text()).doesNotContain(PasswordEndpoints.TOKEN);
    }

    /** Time and outcome would tell what was guessed; the algorithm gives the same hash for the same password. */
    @ParameterizedTest
    @ValueSource(strings = {"", " and passwordHistory(3)"})
    void guessedPasswordIsHashedAndNeverVerifiedWhetherItIsRightOrWrong(String history) {
        ImportRealm realm = ImportRealm.create(server, Map.of("passwordPolicy", "hashAlgorithm(counted)" + history));
        realm.take(UserLine.named("ann").password("former"));
        realm.with("onConflict=merge").take(UserLine.named("ann").password("current"));

        for (String onConflict : List.of("merge", "replace")) {
            for (String guess : List.of("current", "former", "wrong")) {
                assertThat(computations(realm.with("dryRun=true&onConflict=" + onConflict), guess))
                        .as(onConflict + " " + guess)
                        .containsOnly("computed")
                        .hasSize(GUESSES);
                long before = passwordCreated(realm);
                // A real import checks the history, as a password change does.
                if (history.isEmpty()) {
                    assertThat(computations(realm.with("onConflict=" + onConflict), guess))
                            .as(onConflict + " " + guess)
                            .containsOnly("computed")
                            .hasSize(GUESSES);
                    assertThat(passwordCreated(realm))
                            .as(onConflict + " " + guess)
                            .isGreaterThan(before);
                }
            }
        }
    }

    private static long passwordCreated(ImportRealm realm) {
        return realm.of("ann", "credentials").path(0).path("createdDate").asLong();
    }

    /** A record may have a hundred, each of which takes as long as a login. */
    @Test
    void onlyTheFirstOfSeveralPasswordsIsHashed() {
        ImportRealm realm = ImportRealm.create(server, Map.of("passwordPolicy", "hashAlgorithm(counted)"));
        List<Object> passwords = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            passwords.add(Map.of("type", "password", "value", "secret-" + i));
        }
        UserLine user = UserLine.named("ann").with("credentials", passwords);
        ServerLog log = ServerLog.from(server.node());

        ImportAnswer created = realm.take(user);

        assertThat(ImportAnswer.problems(created.single())).contains("several-passwords");
        assertThat(computations(log)).containsExactly("computed");
    }

    private static List<String> computations(ImportRealm realm, String guess) {
        ServerLog log = ServerLog.from(server.node());
        ImportAnswer answer =
                realm.take(Collections.nCopies(GUESSES, UserLine.named("ann").password(guess)));
        assertThat(answer.statuses()).containsOnly("updated");
        return computations(log);
    }

    private static List<String> computations(ServerLog log) {
        return Pattern.compile("Hash (computed|verified)")
                .matcher(log.text())
                .results()
                .map(found -> found.group(1))
                .toList();
    }
}
