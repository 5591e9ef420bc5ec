package org.millrace.testsuite.importer.contract.user.password;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
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

/** Keys of password hashes, and tokens of password endpoints, in Keycloak's vault and for one realm. */
@Thorough
@EnabledIf("org.millrace.testsuite.server.SharedServers#areProcesses")
class PasswordKeysIT {
    private static final String SETTING = "spi-admin-realm-restapi-extension--bulk-import--";
    private static final String REALM = "realm-of-the-key";
    private static final String PASSWORD = "correct horse";
    /** HMAC-SHA-256 of the password with the pepper of the shared servers. */
    private static final String HASH = "6b184b371e692b89dd8d26547bdce805d9aedbfe0056ba7a0da6a240cbcbb32f";

    @TempDir
    private static Path vault;

    private static ServerUnderTest server;

    @BeforeAll
    static void startServer() {
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
        server = ServerUnderTest.start(options);
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
}
