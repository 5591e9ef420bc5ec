package org.millrace.testsuite.importer.contract.user;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.client.Polling;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.ServerLog;
import org.millrace.testsuite.importer.fixture.UserLine;
import org.millrace.testsuite.server.SharedServers;

/** Password hashes of other systems are imported, verified at login, and replaced by the realm's own. */
interface PasswordHashContract extends Importing {
    ObjectMapper HASH_JSON = new ObjectMapper();
    String BCRYPT = "$2b$04$sxKpECN8K.Eq428swINdXemdM61mYWt/UwGg5v4saSpjPhTjEGY0m";
    String BCRYPT_PASSWORD = "correct horse";

    /** Hashes of other implementations with their passwords: each notation, and three passwords of each format. */
    static List<JsonNode> vectors() {
        try (InputStream file =
                Objects.requireNonNull(PasswordHashContract.class.getResourceAsStream("password-hashes.json"))) {
            List<JsonNode> vectors = new ArrayList<>();
            HASH_JSON.readTree(file).forEach(vectors::add);
            return vectors;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private UserLine withHash(Object hash) {
        return withCredential(Map.of("type", "password", "hash", hash));
    }

    private UserLine withCredential(Map<String, Object> credential) {
        String name = unique("hashed");
        return UserLine.named(name)
                .email(name + "@example.org")
                .with("emailVerified", true)
                .with("firstName", "Some")
                .with("lastName", "Body")
                .with("credentials", List.of(credential));
    }

    private JsonNode password(String username) {
        for (JsonNode credential : realm().of(username, "credentials")) {
            if (credential.path("type").asText().equals("password")) {
                return credential;
            }
        }
        throw new AssertionError("no password");
    }

    private JsonNode data(String username) {
        try {
            return HASH_JSON.readTree(password(username).path("credentialData").asText());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private String algorithm(String username) {
        return data(username).path("algorithm").asText();
    }

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

    @Test
    default void whatCannotBeVerifiedIsRejectedWithTheReason() {
        Map<Object, String> hashes = new LinkedHashMap<>();
        hashes.put("$2b$04$marker-short", "malformed-hash");
        hashes.put("$2x$04$" + BCRYPT.substring(7), "unsupported-hash");
        hashes.put("$2b$20$" + BCRYPT.substring(7), "hash-too-expensive");
        hashes.put("$argon2id$v=19$m=4000000,t=1,p=1$c29tZXNhbHQ$Vt0tIzXyGuTzq3x9SWz7Jw", "hash-too-expensive");
        hashes.put("$y$j9T$marker$marker", "unsupported-hash");
        hashes.put("plain-marker-text", "unsupported-hash");
        hashes.put("", "unsupported-hash");
        hashes.put(Map.of("format", "marker", "value", "x"), "unsupported-hash");
        hashes.put(Map.of("format", "bcrypt", "value", BCRYPT, "pepper", "marker-key"), "missing-hash-key");
        hashes.put(Map.of("format", "digest", "value", "marker", "digest", "md5"), "malformed-hash");
        hashes.put(List.of("marker"), "invalid-type");
        hashes.forEach((hash, code) -> {
            UserLine user = withHash(hash);

            JsonNode outcome = realm().with("validation=off").take(user).single();

            assertThat(ImportAnswer.problems(outcome)).as("%s", hash).containsExactly(code);
            assertThat(outcome.at("/problems/0/field").asText()).isEqualTo("credentials[0].hash");
            if (!code.equals("missing-hash-key")) {
                assertThat(outcome.toString()).doesNotContain("marker");
            }
            assertThat(realm().has(user.username())).isFalse();
        });
    }

    @Test
    default void aHashGoesWithNothingElse() {
        for (Map<String, Object> credential : List.<Map<String, Object>>of(
                Map.of("type", "otp", "hash", BCRYPT),
                Map.of("type", "password", "hash", BCRYPT, "value", "secret"),
                Map.of("type", "password", "hash", BCRYPT, "secretData", "{}"))) {
            JsonNode outcome = realm().take(withCredential(credential)).single();

            assertThat(ImportAnswer.problems(outcome)).containsExactly("invalid-credential");
        }
    }

    @Test
    default void anEqualHashLeavesTheUserUnchanged() {
        UserLine user = withHash(BCRYPT);
        ImportRealm merging = realm().with("onConflict=merge");

        assertThat(merging.take(user).statuses()).containsExactly("created");
        assertThat(merging.take(user).statuses()).containsExactly("unchanged");
        UserLine other =
                user.with("credentials", List.of(Map.of("type", "password", "hash", BCRYPT.replace("$2b$", "$2a$"))));
        assertThat(merging.take(other).statuses()).containsExactly("updated");
    }

    @Test
    default void bothWritersStoreTheSame() throws SQLException {
        List<JsonNode> vectors = vectors();
        List<String> bulk = stored(realm(), vectors);
        List<String> model = stored(realm().with("events=each"), vectors);

        assertThat(model).isEqualTo(bulk);
        assertThat(bulk).allSatisfy(row -> assertThat(row).matches("(millrace-|argon2|pbkdf2).*"));
    }

    private List<String> stored(ImportRealm realm, List<JsonNode> vectors) throws SQLException {
        List<UserLine> users =
                vectors.stream().map(vector -> withHash(vector.path("hash"))).toList();
        realm.take(users);
        List<String> rows = new ArrayList<>();
        try (Connection connection = server().database().connect();
                PreparedStatement query =
                        connection.prepareStatement("SELECT c.credential_data, c.secret_data FROM credential c"
                                + " JOIN user_entity u ON u.id = c.user_id WHERE u.username = ?")) {
            for (UserLine user : users) {
                query.setString(1, user.username());
                try (ResultSet found = query.executeQuery()) {
                    while (found.next()) {
                        String data = found.getString(1);
                        rows.add(data.replaceFirst(".*\"algorithm\":\"([^\"]+)\".*", "$1") + " " + data
                                + found.getString(2));
                    }
                }
            }
        }
        return rows;
    }

    @Test
    default void csvHasAColumnForHashes() {
        String first = unique("csv");
        String second = unique("csv");
        String csv = "username,email,firstName,lastName,emailVerified,enabled,passwordHash\n"
                + first + "," + first + "@example.org,A,B,true,true," + BCRYPT + "\n"
                + second + "," + second
                + "@example.org,A,B,true,true,\"{\"\"format\"\":\"\"bcrypt\"\",\"\"value\"\":\"\"" + BCRYPT
                + "\"\"}\"\n";

        ImportAnswer answer = ImportAnswer.of(realm().post("text/csv", csv));

        assertThat(answer.statuses()).containsExactly("created", "created");
        assertThat(realm().login(first, BCRYPT_PASSWORD).status()).isEqualTo(200);
        assertThat(realm().login(second, BCRYPT_PASSWORD).status()).isEqualTo(200);
    }

    @Test
    default void weakDigestsAreStoredInsideArgon2OnRequest() {
        UserLine weak =
                withHash(Map.of("format", "digest", "digest", "md5", "value", "5f4dcc3b5aa765d61d8327deb882cf99"));
        UserLine strong = withHash(BCRYPT);

        realm().with("wrapWeakHashes=true").take(weak, strong);

        assertThat(algorithm(weak.username())).isEqualTo("millrace-wrapped");
        assertThat(algorithm(strong.username())).isEqualTo("millrace-bcrypt");
        assertThat(password(weak.username()).toString()).doesNotContain("5f4dcc3b5aa765d61d8327deb882cf99");
        assertThat(realm().login(weak.username(), "passwort").status()).isEqualTo(400);
        assertThat(realm().login(weak.username(), "password").status()).isEqualTo(200);
        assertThat(algorithm(weak.username())).isEqualTo("argon2");
    }

    @Test
    default void aDryRunChecksHashes() {
        ImportRealm dryRun = realm().with("dryRun=true");

        assertThat(dryRun.take(withHash(BCRYPT)).statuses()).containsExactly("created");
        assertThat(dryRun.take(withHash("$2b$04$short")).statuses()).containsExactly("rejected");
    }

    @Test
    default void theStoredFormOfAnotherServerIsCheckedToo() {
        Map<String, Object> stored = new HashMap<>(Map.of(
                "type",
                "password",
                "credentialData",
                "{\"hashIterations\":4,\"algorithm\":\"millrace-bcrypt\",\"additionalParameters\":{}}",
                "secretData",
                "{\"value\":\"" + BCRYPT + "\",\"additionalParameters\":{}}"));
        UserLine good = withCredential(stored);
        stored.put("secretData", "{\"value\":\"" + BCRYPT.replace("$04$", "$31$") + "\",\"additionalParameters\":{}}");
        UserLine expensive = withCredential(new HashMap<>(stored));

        assertThat(realm().take(good).statuses()).containsExactly("created");
        assertThat(realm().login(good.username(), BCRYPT_PASSWORD).status()).isEqualTo(200);
        assertThat(ImportAnswer.problems(realm().take(expensive).single())).containsExactly("hash-too-expensive");
    }

    @Test
    default void importedAlgorithmsHashNoNewPasswords() {
        ImportRealm realm = realm(Map.of("passwordPolicy", "hashAlgorithm(millrace-bcrypt)"));
        UserLine user = UserLine.named(unique("refused"))
                .with("credentials", List.of(Map.of("type", "password", "value", "secret")));

        Answer answer = realm.admin().post(realm.base() + "/users", user.json());

        assertThat(answer.status()).isGreaterThanOrEqualTo(400);
        assertThat(realm.has(user.username())).isFalse();
    }

    @Test
    default void formatsAreListedWithExamplesThatTheCheckAccepts() {
        JsonNode formats = realm().admin()
                .get(realm().base() + "/bulk-import/password-formats")
                .ok()
                .json();
        List<Map<String, Object>> pairs = new ArrayList<>();
        List<String> ids = new ArrayList<>();
        for (JsonNode format : formats) {
            assertThat(format.path("description").asText()).isNotBlank();
            if (format.path("format").asText().equals("legacy")) {
                // A check calls no endpoint.
                continue;
            }
            pairs.add(Map.of("hash", format.path("example"), "password", BCRYPT_PASSWORD));
            ids.add(format.path("format").asText());
        }

        JsonNode results = check(realm().admin(), pairs).ok().json();

        assertThat(ids).contains("bcrypt", "argon2", "pbkdf2", "scrypt", "ldap", "django", "firebase-scrypt", "digest");
        assertThat(results.findValuesAsText("format")).isEqualTo(ids);
        assertThat(results)
                .allSatisfy(result -> assertThat(result.path("matches").asBoolean())
                        .as("%s", result)
                        .isTrue());
    }

    private Answer check(AdminClient caller, Object pairs) {
        return caller.post(realm().base() + "/bulk-import/password-formats/check", HASH_JSON.valueToTree(pairs));
    }

    @Test
    default void aCheckSaysWhatDoesNotMatchAndWhy() {
        JsonNode results = check(
                        realm().admin(),
                        List.of(
                                Map.of("hash", BCRYPT, "password", "wrong"),
                                Map.of("hash", "$2b$04$marker", "password", "wrong"),
                                Map.of("hash", "marker", "password", "wrong")))
                .ok()
                .json();

        assertThat(results.path(0).toString()).isEqualTo("{\"format\":\"bcrypt\",\"matches\":false}");
        assertThat(results.path(1).at("/problem/code").asText()).isEqualTo("malformed-hash");
        assertThat(results.path(2).at("/problem/code").asText()).isEqualTo("unsupported-hash");
        assertThat(results.toString()).doesNotContain("marker");
        List<Map<String, String>> many = new ArrayList<>();
        for (int i = 0; i < 101; i++) {
            many.add(Map.of("hash", BCRYPT, "password", "x"));
        }
        assertThat(check(realm().admin(), many).status()).isEqualTo(400);
        assertThat(check(realm().admin(), Map.of("hash", BCRYPT)).status()).isEqualTo(400);
        assertThat(check(realm().admin(), List.of(Map.of("hash", BCRYPT))).status())
                .isEqualTo(400);
    }

    @Test
    default void checkAndCountNeedManageUsers() {
        AdminClient other = realm().newAdmin("view-users", "manage-clients");
        AdminClient users = realm().newAdmin("manage-users");
        String upgrade = realm().base() + "/bulk-import/password-upgrade";

        assertThat(check(other, List.of(Map.of("hash", BCRYPT, "password", "x")))
                        .status())
                .isEqualTo(403);
        assertThat(other.get(upgrade).status()).isEqualTo(403);
        assertThat(check(users, List.of(Map.of("hash", BCRYPT, "password", "x")))
                        .status())
                .isEqualTo(200);
        assertThat(users.get(upgrade).status()).isIn(200, 202);
        assertThat(realm().newAdmin("view-users")
                        .get(realm().base() + "/bulk-import/password-formats")
                        .status())
                .isEqualTo(403);
    }

    @Test
    default void importedPasswordsAreCounted() {
        ImportRealm realm = ImportRealm.sample(server());
        realm.take(
                withHash(BCRYPT),
                withHash(BCRYPT),
                withHash(Map.of("format", "digest", "digest", "md5", "value", "5f4dcc3b5aa765d61d8327deb882cf99")),
                withHash("$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQ$Vt0tIzXyGuTzq3x9SWz7Jw"));

        String path = realm.base() + "/bulk-import/password-upgrade";
        Polling.await("the count ends", () -> realm.admin().get(path).status() == 200);
        JsonNode count = realm.admin().get(path).ok().json();

        assertThat(count.path("total").asLong()).isEqualTo(3);
        assertThat(count.path("unverifiable").asLong()).isZero();
        assertThat(count.path("formats").toString()).isEqualTo("{\"bcrypt\":2,\"digest\":1}");
        assertThat(count.path("countedAt").asText()).isNotBlank();
    }

    private Answer job(Object samples) {
        return realm().admin()
                .post(
                        ImportJob.collection(realm()),
                        Map.of("entity", "users", "source", Map.of("type", "upload"), "samples", samples));
    }

    @Test
    default void aJobRunsOnlyIfItsSamplesMatch() {
        Map<String, String> right = Map.of("hash", BCRYPT, "password", BCRYPT_PASSWORD);
        Map<String, String> wrong = Map.of("hash", BCRYPT, "password", "sample-marker");
        UserLine first = withHash(BCRYPT);
        UserLine second = withHash(BCRYPT);
        ImportJob good = new ImportJob(
                realm().admin(),
                ImportJob.collection(realm()),
                job(List.of(right)).createdId());
        ImportJob bad = new ImportJob(
                realm().admin(),
                ImportJob.collection(realm()),
                job(List.of(right, wrong)).createdId());

        good.with(1, List.of(first)).started();
        bad.with(1, List.of(second)).started();

        Polling.await("the job ends", () -> good.state().equals("completed"));
        assertThat(realm().login(first.username(), BCRYPT_PASSWORD).status()).isEqualTo(200);
        assertThat(bad.state()).isEqualTo("failed");
        assertThat(bad.get().at("/problem/code").asText()).isEqualTo("sample-mismatch");
        assertThat(bad.get().at("/problem/detail").asText()).contains("Sample 2 of 2");
        assertThat(bad.get().toString()).doesNotContain("sample-marker", BCRYPT);
        assertThat(realm().has(second.username())).isFalse();
        assertThat(job(List.of(Map.of("hash", BCRYPT))).status()).isEqualTo(400);
        assertThat(job("none").status()).isEqualTo(400);
    }
}
