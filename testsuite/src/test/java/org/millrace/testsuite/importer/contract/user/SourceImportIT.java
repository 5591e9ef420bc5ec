package org.millrace.testsuite.importer.contract.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.TableRows;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** The documented sample of each source, imported as it is. */
class SourceImportIT implements Importing {
    private static final Path SAMPLES = Path.of(System.getProperty("project.root", ".."), "docs", "samples", "sources");

    private final List<ImportRealm> realms = new ArrayList<>();

    @Override
    public ServerUnderTest server() {
        return SharedServers.postgres();
    }

    /** Ids are unique over all realms, and other tests import the samples as well. */
    @AfterEach
    void deleteUsers() {
        realms.forEach(ImportRealm::deleteUsers);
    }

    @Override
    public ImportRealm realm(Map<String, ?> settings) {
        ImportRealm realm = Importing.super.realm(settings);
        realms.add(realm);
        return realm;
    }

    private Answer send(ImportRealm realm, String source, String file, String query) throws IOException {
        String type = switch (file.substring(file.indexOf('.'))) {
            case ".ndjson" -> "application/x-ndjson";
            case ".csv" -> "text/csv";
            case ".ldif" -> "text/ldif";
            default -> "application/json";
        };
        return realm.with("source=" + source + query).post(type, Files.readAllBytes(SAMPLES.resolve(file)));
    }

    /** The first user of a sample with password hashes has the password of all samples. */
    @ParameterizedTest
    @CsvSource({
        "auth0,auth0.ndjson,2,",
        "auth0,auth0-users.csv,2,",
        "authjs,authjs.json,2,",
        "clerk,clerk.csv,2,ann",
        "clerk,clerk-hashers.csv,3,ann",
        "clerk,clerk.json,2,",
        "cognito,cognito.json,2,",
        "cognito,cognito.csv,1,",
        "entra,entra.csv,2,",
        "entra,entra.json,3,",
        "firebase,firebase.json,2,ann@example.org",
        "firebase,firebase.csv,2,ann@example.org",
        "forgerock,forgerock.json,2,ann",
        "fusionauth,fusionauth.json,1,ann",
        "kratos,kratos.json,3,ann@example.org",
        "ldif,ldif-openldap.ldif,2,ann",
        "ldif,ldif-ad.ldif,1,",
        "ldif,ldif-389.ldif,1,joe",
        "okta,okta.json,2,",
        "scim,scim.json,1,",
        "supabase,supabase.csv,2,ann@example.org",
        "supabase,supabase.json,1,"
    })
    void usersOfTheSampleAreImportedAndEveryFieldIsReported(
            String source, String file, int users, @Nullable String username) throws IOException {
        ImportRealm realm = realm(Map.of());

        ImportAnswer answer = ImportAnswer.of(send(realm, source, file, ""));

        assertThat(answer.summary().orElseThrow().path("created").asInt())
                .as(answer.outcomes().toString())
                .isEqualTo(users);
        assertThat(fields(answer)).hasSizeGreaterThan(2);
        assertThat(answer.summary().orElseThrow().path("fields"))
                .allMatch(field -> field.path("records").asInt() > 0);
        if (username != null) {
            assertThat(realm.login(username, "wrong").status()).isEqualTo(400);
            assertThat(realm.login(username, "correct horse").status()).isEqualTo(200);
        }
    }

    /** Its neighbours are imported. */
    @ParameterizedTest
    @ValueSource(strings = {"+999999999-01-01T00:00:00Z", "-999999999-01-01T00:00:00Z"})
    void timeOutsideOfTheRangeDoesNotEndTheImport(String time) {
        String user = "{\"user_id\":\"auth0|%s\",\"email\":\"%s@example.org\",\"created_at\":\"%s\"}\n";
        String body = user.formatted("1", "first", "2020-01-01T00:00:00Z")
                + user.formatted("2", "second", time)
                + user.formatted("3", "third", "2020-01-01T00:00:00Z");

        ImportAnswer answer = ImportAnswer.of(realm(Map.of())
                .with("source=auth0")
                .post("application/x-ndjson", body.getBytes(StandardCharsets.UTF_8)));

        assertThat(answer.summary().orElseThrow().path("read").asInt()).isEqualTo(3);
        assertThat(answer.line(1).path("status").asText()).isEqualTo("created");
        assertThat(answer.line(2).path("status").asText()).isEqualTo("rejected");
        assertThat(answer.line(3).path("status").asText()).isEqualTo("created");
    }

    @Test
    void mappingOfTheOperatorIsReadFromItsFile() {
        assumeTrue(SharedServers.areProcesses(), "the file is on this machine");
        ImportRealm realm = realm(Map.of(
                "identityProviders", List.of(Map.of("alias", "corporate", "providerId", "oidc", "config", Map.of()))));
        String salt = "71500f20d0f56a64505f7bbad440d475";
        String hash = "b47979306cfbbe69055691db2d2846db7ef943e801805d7f37e63c3559c65b92";
        String body = "{\"accounts\":[{\"login\":\"ann\",\"mail\":\"ann@example.org\",\"hash\":\"" + hash
                + "\",\"salt\":\"" + salt
                + "\",\"shoe\":43,\"links\":[{\"at\":\"other\",\"id\":\"1\"},{\"at\":\"corporate\",\"id\":\"4711\"}]},{\"login\":\"eve\",\"mail\":\"eve@example.org\",\"locked\":\"yes\"}]}";

        JsonNode mapping = realm.admin()
                .get(realm.base() + "/bulk-import/sources/in-house")
                .ok()
                .json();
        ImportAnswer answer = ImportAnswer.of(realm.with("source=in-house").post("application/json", body));

        assertThat(mapping.path("section").asText()).isEqualTo("accounts");
        assertThat(answer.statuses()).as(answer.outcomes().toString()).containsExactly("created", "created");
        assertThat(answer.summary().orElseThrow().path("fields").toString())
                .contains("{\"field\":\"shoe\",\"records\":1,\"to\":null}");
        assertThat(realm.user("eve").path("enabled").asBoolean(true)).isFalse();
        assertThat(realm.of("ann", "federated-identity"))
                .hasToString("[{\"identityProvider\":\"corporate\",\"userId\":\"4711\"}]");
        assertThat(realm.login("ann", "correct horse").status()).isEqualTo(200);
    }

    @Test
    void ldifPersonsAreImportedAndOtherEntriesCounted() throws IOException {
        ImportAnswer answer = ImportAnswer.of(send(realm(Map.of()), "ldif", "ldif-openldap.ldif", "&dryRun=true"));

        assertThat(answer.outcomes()).hasSize(2);
        assertThat(answer.summary().orElseThrow().path("notImported").toString())
                .contains("not persons");
        assertThat(fields(answer).get("userpassword")).isEqualTo("credentials");
        assertThat(ImportAnswer.warnings(answer.outcomes().get(0))).doesNotContain("no-usable-password");
        assertThat(ImportAnswer.warnings(answer.outcomes().get(1))).contains("no-usable-password");
    }

    @Test
    void jobTakesPartsOfAnotherSystem() throws IOException {
        ImportRealm realm = realm(Map.of());
        ImportJob job = ImportJob.create(realm, Map.of("source", "okta"));

        assertThat(job.put(1, "application/json", Files.readString(SAMPLES.resolve("okta.json")))
                        .status())
                .isEqualTo(201);
        job.started();

        assertThat(job.finished().path("counts").path("created").asInt()).isEqualTo(2);
    }

    private static Answer put(ImportJob job, int part, String file) throws IOException {
        return job.put(part, "application/x-ndjson", Files.readString(SAMPLES.resolve(file)));
    }

    @Test
    void usersAndPasswordHashesOfAuth0AreJoinedInAJob() throws IOException, SQLException {
        ImportRealm realm = realm(Map.of());
        ImportJob job = ImportJob.create(realm, Map.of("source", "auth0"));

        JsonNode hashes = put(job, 1, "auth0-password-hashes.ndjson").ok().json();
        JsonNode users = put(job, 2, "auth0-users.ndjson").ok().json();
        long waiting = storedHashes(job);
        JsonNode done = job.started().finished();
        List<JsonNode> outcomes = job.outcomes();

        assertThat(hashes.path("records").asInt()).isZero();
        assertThat(hashes.path("notices").toString()).contains("3 password hashes are matched");
        assertThat(hashes.path("fields").toString())
                .contains("{\"field\":\"passwordHash\",\"records\":3,\"to\":\"credentials\"}");
        assertThat(users.path("records").asInt()).isEqualTo(4);
        assertThat(waiting).isEqualTo(3);
        assertThat(storedHashes(job)).isZero();
        assertThat(ImportJob.texts(outcomes, "status"))
                .as("%s", outcomes)
                .containsExactly("created", "created", "created", "created");
        assertThat(outcomes.stream().map(one -> ImportAnswer.warnings(one).contains("missing-password-hash")))
                .containsExactly(false, false, true, false);
        assertThat(done.path("notices").toString()).contains("password-hash-without-user", "1 of 3");
        assertThat(realm.login("ann@example.org", "correct horse").status()).isEqualTo(200);
        assertThat(realm.login("bob@example.org", "correct horse").status()).isEqualTo(200);
        assertThat(realm.login("ann@example.org", "wrong").status()).isEqualTo(400);
        assertThat(done.toString() + outcomes + hashes + users).doesNotContain("$2b$");
    }

    @Test
    void usersOfATableOfAuth0AreJoinedWithTheirPasswordHashes() throws IOException {
        ImportRealm realm = realm(Map.of());
        ImportJob job = ImportJob.create(realm, Map.of("source", "auth0"));

        put(job, 1, "auth0-password-hashes.ndjson").ok();
        job.put(2, "text/csv", Files.readString(SAMPLES.resolve("auth0-users.csv")))
                .ok();
        job.started().finished();

        assertThat(ImportJob.texts(job.outcomes(), "status")).containsExactly("created", "created");
        assertThat(job.outcomes().toString()).doesNotContain("missing-password-hash");
        assertThat(realm.login("ann@example.org", "correct horse").status()).isEqualTo(200);
    }

    private long storedHashes(ImportJob job) throws SQLException {
        try (Connection connection = server().database().connect()) {
            return TableRows.read(
                            connection,
                            "SELECT h.row_num FROM millrace_job_hash h JOIN millrace_job_part p"
                                    + " ON p.upload_id = h.upload_id WHERE p.job_id = ?",
                            job.id())
                    .size();
        }
    }

    @Test
    void passwordHashesOfAJobComeBeforeItsUsersAndNotAlone() throws IOException {
        ImportRealm realm = realm(Map.of());
        ImportJob late = ImportJob.create(realm, Map.of("source", "auth0"));
        ImportJob alone = ImportJob.create(realm, Map.of("source", "auth0"));

        put(late, 2, "auth0-users.ndjson").ok();
        Answer refused = put(late, 1, "auth0-password-hashes.ndjson");
        put(alone, 1, "auth0-password-hashes.ndjson").ok();
        Answer start = alone.post("start");

        assertThat(ImportJob.title(refused)).isEqualTo("409 users-before-password-hashes");
        assertThat(ImportJob.title(start)).isEqualTo("409 no-users");
        assertThat(late.started().finished().path("counts").path("created").asInt())
                .isEqualTo(4);
        assertThat(late.outcomes().toString()).doesNotContain("missing-password-hash");
    }

    @Test
    void unknownSourceIsRefusedWithTheNamesOfThoseThereAre() throws IOException {
        Answer answer = send(realm(Map.of()), "nosuch", "okta.json", "");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("invalid-parameter", "auth0", "supabase");
    }

    @Test
    void mappingsAreShownToThoseWhoMayImport() {
        ImportRealm realm = realm(Map.of());
        String path = realm.base() + "/bulk-import/sources";

        JsonNode all = realm.admin().get(path).ok().json();
        JsonNode okta = realm.admin().get(path + "/okta").ok().json();

        assertThat(all.findValuesAsText("name")).contains("auth0", "okta", "ldif");
        assertThat(okta.path("fields").size()).isGreaterThan(5);
        assertThat(realm.admin().get(path + "/nosuch").status()).isEqualTo(404);
        assertThat(realm.newAdmin("view-events").get(path).status()).isEqualTo(403);
    }

    private static Map<String, String> fields(ImportAnswer answer) {
        Map<String, String> fields = new HashMap<>();
        answer.summary()
                .orElseThrow()
                .path("fields")
                .forEach(field -> fields.put(
                        field.path("field").asText(), field.path("to").asText()));
        return fields;
    }
}
