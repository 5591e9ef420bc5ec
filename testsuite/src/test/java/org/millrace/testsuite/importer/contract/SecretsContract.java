package org.millrace.testsuite.importer.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.client.Metrics;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.ServerLog;
import org.millrace.testsuite.importer.fixture.UserLine;
import org.millrace.testsuite.server.SharedServers;

/** For any invalid record, no part of a credential appears in an outcome or in the log. */
public interface SecretsContract extends Importing {
    String MARKER = "sEcReTmArKeR";

    private static String credential(String... fields) {
        StringBuilder json = new StringBuilder("[{");
        for (int i = 0; i < fields.length; i += 2) {
            json.append(i == 0 ? "" : ",")
                    .append('"')
                    .append(fields[i])
                    .append("\":")
                    .append(fields[i + 1]);
        }
        return json.append("}]").toString();
    }

    private String user(String credentials) {
        return "{\"username\":\"" + unique("secretive") + "\",\"enabled\":true,\"credentials\":" + credentials + "}";
    }

    private List<String> lines(String present) {
        String quoted = "\"" + MARKER + "\"";
        String secret = "\"{\\\"value\\\":\\\"" + MARKER + "\\\",\\\"salt\\\":\\\"" + MARKER + "\\\"}\"";
        String data = "\"{\\\"algorithm\\\":\\\"" + MARKER + "\\\",\\\"hashIterations\\\":1}\"";
        String pbkdf2 = "\"{\\\"algorithm\\\":\\\"pbkdf2-sha256\\\",\\\"hashIterations\\\":1}\"";
        List<String> lines = new ArrayList<>();
        lines.add(user(credential("type", "\"password\"", "value", quoted)));
        lines.add("{\"username\":\"" + present + "\",\"credentials\":"
                + credential("type", "\"password\"", "value", quoted) + "}");
        lines.add(user(credential("type", "\"password\"", "secretData", secret, "credentialData", data)));
        lines.add(user(credential("type", "\"password\"", "secretData", secret, "credentialData", pbkdf2)));
        lines.add(user(credential("type", "\"password\"", "secretData", quoted, "credentialData", pbkdf2)));
        lines.add(user(credential("type", "\"otp\"", "secretData", secret, "credentialData", quoted)));
        lines.add(user(credential("type", "\"webauthn\"", "secretData", secret, "credentialData", quoted)));
        lines.add(user(credential("type", "\"unheard-of\"", "secretData", secret, "credentialData", quoted)));
        lines.add(user(credential("type", "\"password\"", "value", "[" + quoted + "]")));
        lines.add(user(credential("type", "\"password\"", "value", "{" + quoted + ":1}")));
        lines.add(user(credential("type", "\"password\"", "secretData", "{" + quoted + ":" + quoted + "}")));
        lines.add(user(quoted));
        lines.add(user("[" + quoted + "]"));
        lines.add(user(credential("type", "\"password\"", "value", "\"" + MARKER + "\\u0000\"")));
        lines.add(user(credential("type", "\"password\"", "value", "\"" + MARKER + "\\ud800\"")));
        lines.add(user(credential("type", "\"password\"", "hash", quoted)));
        for (String text : List.of("$2b$04$", "{SSHA}", "{", "pbkdf2_sha256$1000$", "$argon2id$", "0x0100", "*")) {
            lines.add(user(credential("type", "\"password\"", "hash", "\"" + text + MARKER + "\"")));
        }
        for (String format : List.of("digest", "bcrypt", "firebase-scrypt", "okta", "auth0", "legacy", MARKER)) {
            lines.add(user(credential(
                    "type",
                    "\"password\"",
                    "hash",
                    "{\"format\":\"" + format + "\",\"value\":" + quoted + ",\"salt\":" + quoted + ",\"algorithm\":"
                            + quoted + ",\"pepper\":" + quoted + ",\"" + MARKER + "\":{\"x\":" + quoted + "}}")));
        }
        lines.add(user(credential(
                "type",
                "\"password\"",
                "secretData",
                secret,
                "credentialData",
                "\"{\\\"algorithm\\\":\\\"millrace-bcrypt\\\",\\\"hashIterations\\\":4}\"")));
        lines.add(
                user(credential("type", "\"password\"", "value", quoted, "userLabel", "\"" + "l".repeat(300) + "\"")));
        lines.add("{\"username\":\"cut\",\"credentials\":[{\"type\":\"password\",\"value\":\"" + MARKER);
        lines.add("{\"username\":\"odd\",\"credentials\":[{\"type\":\"password\",\"value\":\"" + MARKER + "\"}]]}");
        lines.add("{\"username\":\"bare\",\"credentials\":[{\"type\":\"password\",\"value\":" + MARKER + "}]}");
        lines.add("{\"username\":\"large\",\"credentials\":[{\"type\":\"password\",\"value\":\""
                + MARKER.repeat(100_000) + "\"}]}");
        return lines;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "onConflict=fail",
                "onConflict=merge&chunkSize=3",
                "onConflict=fail&dryRun=true",
                "onConflict=fail&validation=off"
            })
    default void noSecretComesBackOrGoesToTheLog(String options) {
        String present = unique("present");
        assertThat(realm().take(UserLine.of(Map.of("username", present))).count("created"))
                .isEqualTo(1);
        ServerLog log = ServerLog.from(server().node());
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        List<String> lines = lines(present);
        lines.forEach(line -> body.writeBytes((line + "\n").getBytes(StandardCharsets.UTF_8)));
        body.writeBytes(
                ("{\"username\":\"" + MARKER.toLowerCase(java.util.Locale.ROOT) + "").getBytes(StandardCharsets.UTF_8));
        body.write(0xC0);
        body.writeBytes(("\",\"credentials\":[{\"value\":\"" + MARKER + "\"}]}\n").getBytes(StandardCharsets.UTF_8));

        Answer answer = realm().with(options).post(body.toByteArray());

        assertThat(ImportAnswer.of(answer).outcomes()).hasSize(lines.size() + 1);
        assertThat(answer.body()).doesNotContain(MARKER);
        assertThat(log.text()).doesNotContain(MARKER);
    }

    /** Neither a check, the samples of a job, a table nor the export of another system repeats a hash, a salt or a password. */
    @Test
    default void noHashAndNoKeyComesBackOrGoesToTheLog() {
        ServerLog log = ServerLog.from(server().node());
        AdminClient admin = realm().admin();
        String base = realm().base() + "/bulk-import";
        Map<String, Object> described = Map.of("format", "digest", "digest", "md5", "value", MARKER, "salt", MARKER);
        List<Map<String, Object>> pairs = List.of(
                Map.of("hash", MARKER, "password", MARKER),
                Map.of("hash", "$2b$04$" + MARKER, "password", MARKER),
                Map.of("hash", described, "password", MARKER),
                Map.of("hash", "*0E8F21E4240F5AD5A07D088F9C93890D13D78A4E", "password", MARKER));
        List<Answer> answers = new ArrayList<>();

        answers.add(admin.post(base + "/password-formats/check", pairs));
        answers.add(admin.post(base + "/password-formats/check", Map.of(MARKER, pairs)));
        answers.add(admin.post(base + "/password-formats/check", List.of(Map.of(MARKER, MARKER))));
        Answer job = admin.post(
                base + "/jobs", Map.of("entity", "users", "source", Map.of("type", "upload"), "samples", pairs));
        answers.add(job);
        answers.add(admin.post(
                base + "/jobs", Map.of("entity", "users", "source", Map.of("type", "upload"), "samples", MARKER)));
        ImportJob sampled = new ImportJob(admin, base + "/jobs", job.createdId());
        sampled.put(1, "application/x-ndjson", "{\"username\":\"" + unique("sampled") + "\"}\n")
                .ok();
        answers.add(sampled.post("start"));
        answers.add(admin.get(base + "/jobs/" + sampled.id()));
        answers.add(
                realm().post("text/csv", "username,passwordHash\n" + unique("secretive") + ",$2b$04$" + MARKER + "\n"));
        answers.add(realm().with("source=okta")
                .post(
                        "application/json",
                        "[{\"profile\":{\"login\":\"" + unique("secretive")
                                + "\"},\"credentials\":{\"password\":{\"hash\":{\"algorithm\":\"SHA-1\",\"value\":\""
                                + MARKER
                                + "\",\"salt\":\"" + MARKER + "\"}}}}]"));
        for (String path : List.of("", "/password-formats", "/password-upgrade", "/jobs", "/sources")) {
            answers.add(admin.get(base + path));
        }
        answers.add(admin.get("/admin/realms/master/advisor/report"));

        String metrics = Metrics.of(server().node()).text();
        assertThat(sampled.state()).isEqualTo("failed");
        for (String secret : List.of(MARKER, SharedServers.HASH_PEPPER, SharedServers.HASH_SIGNER_KEY)) {
            assertThat(answers)
                    .allSatisfy(answer -> assertThat(answer.body())
                            .as(answer.request().toString())
                            .doesNotContain(secret));
            assertThat(log.text()).doesNotContain(secret);
            assertThat(metrics).doesNotContain(secret);
        }
    }
}
