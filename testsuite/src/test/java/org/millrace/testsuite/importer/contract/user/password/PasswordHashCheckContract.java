package org.millrace.testsuite.importer.contract.user.password;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.client.Polling;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.UserLine;

/** Formats of password hashes, the check of a hash, counts of imported passwords, and samples of jobs. */
interface PasswordHashCheckContract extends ImportingHashes {
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
        // Jackson would write a question mark.
        String half = "[{\"hash\":\"" + BCRYPT + "\",\"password\":\"\\ud800x\"}]";
        assertThat(realm().admin()
                        .post(realm().base() + "/bulk-import/password-formats/check", "application/json", half)
                        .status())
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
