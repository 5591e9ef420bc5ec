package org.millrace.testsuite.importer.contract.user.password;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.contract.user.password.ImportingHashes.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.UserLine;

/** Records with password hashes of other systems: what is stored, and what is rejected. */
interface PasswordHashRecordContract extends ImportingHashes {
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
}
