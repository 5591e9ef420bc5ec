package org.millrace.testsuite.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.restassured.http.Method;
import io.restassured.specification.RequestSpecification;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.client.Polling;
import org.millrace.testsuite.client.RestRequests;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.SharedServers;

/** Answers of a server have the status, the media type and the properties that {@code docs/reference/openapi.yaml} describes. */
class InterfaceDescriptionIT {
    private static final Path FILE =
            Path.of(System.getProperty("project.root", "..")).resolve("docs/reference/openapi.yaml");
    private static final String ADVISOR = "/admin/realms/master/advisor";

    private final ImportRealm realm = ImportRealm.create(SharedServers.postgres(), Map.of());
    private final AdminClient admin = realm.admin();
    private final Node node = realm.node();
    private final InterfaceDescription description = InterfaceDescription.parse(read());

    private static String read() {
        try {
            return Files.readString(FILE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Answer described(int status, Answer answer) {
        answer.then().statusCode(status);
        description.assertDescribes(answer);
        return answer;
    }

    private AdminClient user(String realmName) {
        String name = "user-" + UUID.randomUUID();
        admin.createUser(realmName, name, "secret");
        return AdminClient.login(node, realmName, name, "secret");
    }

    @Test
    void serverSendsTheDescriptionOfItsVersion() {
        Answer answer = described(200, admin.get(realm.base() + "/bulk-import/openapi.yaml"));

        assertThat(answer.body()).isEqualTo(read());
        assertThat(answer.header("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("application/yaml"));
    }

    @Test
    void examplesAgreeWithTheirSchemas() {
        assertThat(description.invalidExamples()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/sources", "/sources/okta", "/password-formats", "/jobs"})
    void readingCallsAreDescribed(String path) {
        described(200, admin.get(realm.base() + "/bulk-import" + path));
    }

    @Test
    void directImportIsDescribed() {
        String records = """
                {"username":"bob","email":"bob@example.org","enabled":true}
                {"username":"bob"}
                {"username":"eve","email":"no address"}
                {"username":"joe","requiredActions":["NO_SUCH_ACTION"]}
                """;

        Answer created = described(200, realm.post("application/x-ndjson", records));
        Answer merged = described(200, realm.with("onConflict=merge").post("application/x-ndjson", records));

        assertThat(created.body()).contains("\"created\"", "\"rejected\"", "\"warnings\":[", "{\"summary\":");
        assertThat(merged.body()).contains("\"unchanged\"", "\"matchedBy\"");
        described(400, realm.with("onConflict=perhaps").post("application/x-ndjson", records));
        described(404, realm.into("things").post("application/x-ndjson", records));
        described(415, realm.post("image/png", records));
        described(
                202, realm.post(realm.given().header("Prefer", "respond-async").body(records)));
    }

    @Test
    void importOfAnotherSystemIsDescribed() {
        String okta =
                "[{\"id\":\"1\",\"status\":\"ACTIVE\",\"profile\":{\"login\":\"kim\",\"email\":\"kim@example.org\",\"age\":7}}]";

        Answer answer = described(200, realm.with("source=okta").post("application/json", okta));

        assertThat(answer.body()).contains("\"fields\":[");
    }

    @Test
    void passwordCallsAreDescribed() {
        List<Map<String, String>> samples = List.of(
                Map.of("hash", "$2b$04$sxKpECN8K.Eq428swINdXemdM61mYWt/UwGg5v4saSpjPhTjEGY0m", "password", "x"),
                Map.of("hash", "nonsense", "password", "x"));
        String formats = realm.base() + "/bulk-import/password-formats";

        described(200, admin.post(formats + "/check", samples));
        described(400, admin.post(formats + "/check", Map.of("no", "array")));
        Answer first = admin.get(realm.base() + "/bulk-import/password-upgrade");
        description.assertDescribes(first);
        Polling.await(
                "the passwords are counted",
                () -> admin.get(realm.base() + "/bulk-import/password-upgrade").status() == 200);
        described(200, admin.get(realm.base() + "/bulk-import/password-upgrade"));
    }

    @Test
    void lifeOfAJobIsDescribed() {
        String jobs = ImportJob.collection(realm);
        Map<String, Object> request = Map.of("entity", "users", "source", Map.of("type", "upload"));
        ImportJob job = new ImportJob(
                admin, jobs, described(201, admin.post(jobs, request)).createdId());

        described(201, job.put(1, "application/x-ndjson", "{\"username\":\"mia\"}\n{\"username\":\"mia\"}\n"));
        described(200, job.put(1, "application/x-ndjson", "{\"username\":\"mia\"}\n{\"username\":\"mia\"}\n"));
        described(409, job.post("pause"));
        described(200, job.adjust("{\"writers\":1}"));
        described(400, job.adjust("{\"writers\":0}"));
        described(200, job.post("start"));
        assertThat(job.finished().path("state").asText()).isEqualTo("completed-with-errors");
        described(200, admin.get(job.path("")));
        described(200, admin.get(jobs));
        described(200, admin.get(job.path("/outcomes")));
        described(200, admin.get(job.path("/outcomes?max=1")));
        described(200, admin.get(job.path("/retry-file")));
        described(409, job.post("resume"));
        described(409, job.put(2, "application/x-ndjson", "{\"username\":\"zoe\"}\n"));
        ImportJob undo =
                new ImportJob(admin, jobs, described(201, job.post("undo")).createdId());
        undo.finished();
        described(200, admin.get(undo.path("/outcomes")));
        described(204, admin.delete(undo.path("")));
        described(404, admin.get(undo.path("")));
        described(404, admin.post(jobs, Map.of("entity", "things")));
        described(400, admin.post(jobs, Map.of("options", Map.of())));
    }

    @Test
    void runningJobIsPausedResumedAndCancelled() {
        String jobs = ImportJob.collection(realm);
        Map<String, Object> request = Map.of("entity", "users", "options", Map.of("writers", 1, "chunkSize", 1));
        ImportJob job = new ImportJob(admin, jobs, admin.post(jobs, request).createdId());
        StringBuilder records = new StringBuilder();
        for (int i = 0; i < 5_000; i++) {
            records.append("{\"username\":\"many-").append(i).append("\"}\n");
        }
        job.put(1, "application/x-ndjson", records.toString()).ok();
        job.started();

        described(200, job.post("pause"));
        described(200, job.post("resume"));
        described(200, admin.get(job.path("")));
        described(200, job.post("cancel"));
        described(200, admin.get(job.path("/outcomes")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/report",
                "/report?scope=cluster",
                "/report?format=markdown",
                "/incidents",
                "/changes",
                "/snapshot",
                "/rules",
                "/plan",
                "/plan?profile=migration&target=sql"
            })
    void documentsOfTheAdvisorAreDescribed(String path) {
        Polling.await(
                "there is a sample", () -> admin.get(ADVISOR + "/snapshot").status() == 200);

        described(200, admin.get(ADVISOR + path));
    }

    @Test
    void requestsToTheAdvisorAreDescribed() {
        described(201, admin.post(ADVISOR + "/changes", Map.of("label", "described")));
        described(200, admin.get(ADVISOR + "/changes"));
        described(400, admin.post(ADVISOR + "/changes", Map.of("label", "")));
        described(200, admin.post(ADVISOR + "/sizing", Map.of("loginsPerSecond", 45, "pods", 3)));
        described(400, admin.post(ADVISOR + "/sizing", Map.of("pods", 0)));
        described(200, admin.post(ADVISOR + "/sizing/capacity", Map.of("loginsPerSecond", 45)));
        described(
                200,
                admin.post(
                        ADVISOR + "/load-test",
                        Map.of(
                                "runs",
                                List.of(Map.of("virtualUsers", 100, "responseSeconds", 0.02, "throughput", 5000)))));
        described(400, admin.get(ADVISOR + "/report?format=pdf"));
        described(404, admin.get(ADVISOR + "/incidents/0"));
        described(406, Answer.of(admin.given().header("Accept", "image/png"), Method.GET, ADVISOR + "/report"));
        described(415, admin.post(ADVISOR + "/sizing", "text/plain", "{}"));
    }

    @Test
    void managementPortIsDescribed() {
        Answer answer = Answer.of(RestRequests.to(node.managementUri()), Method.GET, "/advisor");

        description.assertDescribes(answer);
    }

    @Test
    void pageIsDescribed() {
        described(200, Answer.of(RestRequests.to(node.baseUri()), Method.GET, "/realms/" + realm.name() + "/millrace"));
        exemplified(404, Answer.of(RestRequests.to(node.baseUri()), Method.GET, "/realms/no-such-realm/millrace"));
    }

    private void exemplified(int status, Answer answer) {
        answer.then().statusCode(status);
        description.assertHasExample(answer);
    }

    @Test
    void requestWithoutATokenIsUnauthorized() {
        for (String path : List.of(
                realm.base() + "/bulk-import",
                realm.base() + "/bulk-import/openapi.yaml",
                realm.base() + "/bulk-import/sources",
                ImportJob.collection(realm),
                ADVISOR,
                ADVISOR + "/report")) {
            exemplified(401, Answer.of(RestRequests.to(node.baseUri()), Method.GET, path));
        }
        RequestSpecification post = RestRequests.to(node.baseUri())
                .contentType("application/x-ndjson")
                .body("{}\n");
        exemplified(401, Answer.of(post, Method.POST, realm.path()));
    }

    @Test
    void callerWithoutPermissionIsForbidden() {
        AdminClient caller = user(realm.name());
        ImportJob job = ImportJob.create(realm, Map.of());

        for (String path : List.of(
                "",
                "/openapi.yaml",
                "/sources",
                "/sources/okta",
                "/password-formats",
                "/password-upgrade",
                "/jobs",
                "/jobs/" + job.id())) {
            described(403, caller.get(realm.base() + "/bulk-import" + path));
        }
        exemplified(403, realm.as(caller).post("application/x-ndjson", "{\"username\":\"bob\"}\n"));
        described(403, caller.post(ImportJob.collection(realm), Map.of("entity", "users")));
    }

    @Test
    void userOfTheAdministrationRealmWithoutTheRoleMayNotReadTheAdvisor() {
        exemplified(403, user("master").get(ADVISOR + "/report"));
    }

    @Test
    void administratorOfAnotherRealmIsForbidden() {
        ImportRealm other = ImportRealm.create(SharedServers.postgres(), Map.of());
        AdminClient caller = user(other.name());

        exemplified(403, caller.get(ADVISOR + "/report"));
        exemplified(403, caller.get(realm.base() + "/bulk-import"));
    }

    @Test
    void absentRealmsJobsAndSourcesAreNotFound() {
        ImportRealm absent = realm.renamed();

        for (String path : List.of("", "/openapi.yaml", "/sources", "/password-formats", "/jobs", "/jobs/none")) {
            exemplified(404, admin.get(absent.base() + "/bulk-import" + path));
        }
        exemplified(404, absent.post("application/x-ndjson", "{\"username\":\"bob\"}\n"));
        exemplified(404, admin.get(ImportJob.collection(realm) + "/none"));
        exemplified(404, admin.post(ImportJob.collection(realm) + "/none/start"));
        described(404, admin.get(realm.base() + "/bulk-import/sources/none"));
    }
}
