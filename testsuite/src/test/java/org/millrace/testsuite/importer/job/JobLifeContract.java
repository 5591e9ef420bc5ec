package org.millrace.testsuite.importer.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.restassured.http.Method;
import io.restassured.specification.RequestSpecification;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.client.Polling;
import org.millrace.testsuite.client.StreamedPost;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.ServerLog;
import org.millrace.testsuite.importer.fixture.UserLine;

/** From the request for a job to its end. */
interface JobLifeContract extends Importing {
    @Test
    default void theSameRequestWithTheSameKeyMakesOneJob() {
        Map<String, Object> body = Map.of("entity", "users", "options", Map.of("onConflict", "skip"));
        String key = unique("key");

        Answer first = create(key, body);
        Answer second = create(key, body);
        Answer other = create(key, Map.of("entity", "users"));

        assertThat(first.status()).isEqualTo(201);
        assertThat(second.status()).isEqualTo(201);
        assertThat(second.header("Location")).isEqualTo(first.header("Location"));
        assertThat(ImportJob.title(other)).isEqualTo("422 idempotency-key-reused");
    }

    private Answer create(String key, Map<String, ?> body) {
        RequestSpecification given = realm().admin()
                .given()
                .contentType("application/json")
                .header("Idempotency-Key", key)
                .body(UserLine.of(body).toString());
        return Answer.of(given, Method.POST, ImportJob.collection(realm()));
    }

    @Test
    default void stepsThatTheStateDoesNotAllowAreConflicts() {
        ImportJob job = ImportJob.create(realm(), Map.of());

        assertThat(ImportJob.title(job.post("start"))).isEqualTo("409 no-parts");
        assertThat(ImportJob.title(job.post("pause"))).isEqualTo("409 job-open");
        assertThat(ImportJob.title(job.post("resume"))).isEqualTo("409 job-open");
        assertThat(ImportJob.title(job.admin().delete(job.path("")))).isEqualTo("409 job-open");
        assertThat(job.post("cancel").status()).isEqualTo(200);
        assertThat(ImportJob.title(job.post("cancel"))).isEqualTo("409 job-cancelled");
        assertThat(ImportJob.title(job.post("start"))).isEqualTo("409 job-cancelled");
        assertThat(job.admin().delete(job.path("")).status()).isEqualTo(204);
        assertThat(ImportJob.title(job.admin().get(job.path("")))).isEqualTo("404 unknown-job");
        assertThat(ImportJob.title(job.post("start"))).isEqualTo("404 unknown-job");
    }

    @Test
    default void aPausedJobWritesNothingUntilItIsResumed() {
        List<UserLine> users = UserLine.several(unique("paused"), 1000);
        ImportJob job =
                ImportJob.create(realm(), Map.of("chunkSize", 1, "writers", 1)).with(1, users);
        job.started();
        Answer paused = job.post("pause");
        assertThat(paused.json().path("state").asText()).isEqualTo("paused");
        JsonNode rest = job.await(document -> document.path("nodes").isEmpty());

        assertThat(ImportJob.title(job.post("pause"))).isEqualTo("409 job-paused");
        assertThat(job.get().path("counts")).isEqualTo(rest.path("counts"));
        assertThat(job.get().path("etaSeconds").isNull()).isTrue();
        assertThat(job.post("resume").status()).isEqualTo(200);

        assertThat(job.finished().path("counts").path("created").asLong()).isEqualTo(1000);
    }

    @Test
    default void whoPrefersNotToWaitGetsAJob() {
        String name = unique("async");
        Answer answer = realm().with("onConflict=skip")
                .post(realm().given()
                        .header("Prefer", "respond-async, wait=10")
                        .body(ImportJob.text(UserLine.several(name, 5))));

        answer.then().statusCode(202).header("Preference-Applied", "respond-async");
        ImportJob job = new ImportJob(realm().admin(), ImportJob.collection(realm()), answer.createdId());
        assertThat(job.finished().path("counts").path("created").asLong()).isEqualTo(5);
        assertThat(job.get().path("options").path("onConflict").asText()).isEqualTo("skip");
    }

    @Test
    default void anEmptyBodyOfWhoPrefersNotToWaitLeavesNoJob() {
        ImportRealm own = realm(Map.of());
        Answer answer = own.post(own.given().header("Prefer", "respond-async").body("\n"));

        assertThat(ImportJob.title(answer)).isEqualTo("400 empty-body");
        assertThat(own.admin().get(ImportJob.collection(own)).ok().json()).isEmpty();
    }

    @Test
    default void jobsAreListedNewestFirst() {
        ImportRealm own = realm(Map.of());
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            ids.add(0, ImportJob.create(own, Map.of()).id());
        }
        String path = ImportJob.collection(own);

        assertThat(ImportJob.texts(list(own, path), "id")).containsExactlyElementsOf(ids);
        assertThat(ImportJob.texts(list(own, path + "?first=1&max=2"), "id"))
                .containsExactlyElementsOf(ids.subList(1, 3));
        assertThat(list(own, path + "?state=running")).isEmpty();
        assertThat(list(own, path + "?state=open")).hasSize(4);
        assertThat(ImportJob.title(own.admin().get(path + "?state=nonsense"))).isEqualTo("400 invalid-parameter");
        assertThat(ImportJob.title(own.admin().get(path + "?max=0"))).isEqualTo("400 invalid-parameter");
    }

    private static List<JsonNode> list(ImportRealm realm, String path) {
        List<JsonNode> jobs = new ArrayList<>();
        realm.admin().get(path).ok().json().forEach(jobs::add);
        return jobs;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "[]",
                "{\"entity\":\"users\",\"surprise\":1}",
                "{\"options\":{}}",
                "{\"entity\":\"users\",\"options\":[]}",
                "{\"entity\":\"users\",\"source\":{\"type\":\"nowhere\"}}"
            })
    default void aBodyThatDescribesNoJobIsRefused(String body) {
        assertThat(ImportJob.title(post(body))).isEqualTo("400 invalid-job");
    }

    @Test
    default void optionsAreCheckedWhenTheJobIsMade() {
        assertThat(ImportJob.title(post("{\"entity\":\"users\",\"options\":{\"onConflict\":\"perhaps\"}}")))
                .isEqualTo("400 invalid-parameter");
        assertThat(ImportJob.title(post("{\"entity\":\"users\",\"options\":{\"oddity\":1}}")))
                .isEqualTo("400 invalid-parameter");
        assertThat(ImportJob.title(post("{\"entity\":\"dragons\"}"))).isEqualTo("404 unknown-entity");
    }

    @Test
    default void optionsCanBeChangedUntilTheJobIsFinished() {
        ImportJob job = ImportJob.create(realm(), Map.of("chunkSize", 1, "maxErrors", 1, "writers", 8))
                .with(1, List.of("no json", "no json", "no json"));

        JsonNode changed = job.adjust("{\"maxErrors\":2,\"writers\":null}").ok().json();
        job.started();
        JsonNode done = job.finished();

        assertThat(changed.path("options")).isEqualTo(ImportJob.parse("{\"chunkSize\":1,\"maxErrors\":2}"));
        assertThat(done.path("options")).isEqualTo(changed.path("options"));
        assertThat(done.path("counts").path("rejected").asLong()).isEqualTo(2);
        assertThat(done.path("counts").path("unprocessed").asLong()).isEqualTo(1);
        assertThat(ImportJob.title(job.adjust("{\"writers\":2}"))).isEqualTo("409 job-completed-with-errors");
    }

    @Test
    default void whatHasBeenDecidedCannotBeChanged() {
        ImportJob job = ImportJob.create(realm(), Map.of());

        for (String body : List.of("{", "[]", "{}", "1", "{\"onConflict\":\"skip\"}", "{\"writers\":[]}")) {
            assertThat(ImportJob.title(job.adjust(body))).as(body).isEqualTo("400 invalid-job");
        }
        for (String writers : List.of("0", "-1", "1001", "1.5", "\"all\"")) {
            assertThat(ImportJob.title(job.adjust("{\"writers\":" + writers + "}")))
                    .as(writers)
                    .isEqualTo("400 invalid-parameter");
        }
        assertThat(job.get().path("options")).isEmpty();
        assertThat(job.adjust("{\"writers\":\"7\"}").ok().json().path("options"))
                .isEqualTo(ImportJob.parse("{\"writers\":7}"));
        assertThat(ImportJob.title(new ImportJob(job.admin(), job.jobs(), "missing").adjust("{\"writers\":1}")))
                .isEqualTo("404 unknown-job");
    }

    private Answer post(String body) {
        return realm().admin().post(ImportJob.collection(realm()), "application/json", body);
    }

    @Test
    default void aJobWhoseStarterIsRemovedFailsAndSaysSo() {
        ImportRealm own = realm(Map.of());
        AdminClient manager = own.newAdmin("manage-users");
        ImportJob job = ImportJob.create(own.as(manager), Map.of("chunkSize", 1, "writers", 1))
                .with(1, UserLine.several(unique("orphan"), 6000))
                .started()
                .as(own.admin());
        own.ids("admin-")
                .values()
                .forEach(id -> own.admin().delete(own.base() + "/users/" + id).ok());

        JsonNode done = job.finished();

        assertThat(done.path("state").asText()).isEqualTo("failed");
        assertThat(done.path("problem").path("code").asText()).isEqualTo("forbidden");
        long written = own.ids().size();
        assertThat(done.path("counts").path("created").asLong()).isEqualTo(written);
        assertThat(done.path("counts").path("unprocessed").asLong()).isEqualTo(6000 - written);
        assertThat(ImportJob.title(job.post("resume"))).isEqualTo("403 not-your-job");
    }

    /** In the sessions of jobs, a negative answer of Keycloak's permission checks is an answer, too. */
    @Test
    default void aJobOfAnAdministratorOfTheMasterRealmFailsWithoutTheRole() {
        ImportRealm own = realm(Map.of());
        AdminClient root = own.admin();
        String name = unique("master-manager");
        String id = root.createUser("master", name, name);
        root.grant("master", id, own.name() + "-realm", "manage-users");
        ImportJob job = ImportJob.create(
                        own.as(AdminClient.login(own.node(), "master", name, name)),
                        Map.of("chunkSize", 1, "writers", 1))
                .with(1, UserLine.several(unique("revoked"), 6000))
                .started()
                .as(root);
        root.revoke("master", id, own.name() + "-realm", "manage-users");

        JsonNode done = job.finished();

        assertThat(done.path("state").asText()).isEqualTo("failed");
        assertThat(done.path("problem").path("code").asText()).isEqualTo("forbidden");
        root.delete("/admin/realms/master/users/" + id).ok();
    }

    @Test
    default void theJobsOfARealmGoWithIt() {
        ImportRealm own = realm(Map.of());
        ImportJob job = ImportJob.create(own, Map.of()).with(1, UserLine.several(unique("gone"), 3));
        job.started().finished();

        own.admin().deleteRealm(own.name());
        own.admin().createRealm(own.name());

        assertThat(own.admin().get(ImportJob.collection(own)).ok().json()).isEmpty();
    }

    @Test
    default void eventsTellOfTheJobUntilItIsFinished() {
        ImportJob job =
                ImportJob.create(realm(), Map.of("chunkSize", 2)).with(1, UserLine.several(unique("watched"), 20));
        job.started();

        Answer answer = job.admin().get(job.path("/events"));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type").orElse("")).startsWith("text/event-stream");
        List<String> events = answer.body()
                .lines()
                .filter(line -> line.startsWith("data: "))
                .map(line -> line.substring("data: ".length()))
                .toList();
        assertThat(events).isNotEmpty();
        JsonNode last = ImportJob.parse(events.get(events.size() - 1));
        assertThat(last.path("state").asText()).isEqualTo("completed");
        assertThat(ImportJob.withoutConcurrency(last)).isEqualTo(ImportJob.withoutConcurrency(job.get()));
    }

    /** More often than a user may follow jobs at the same time. */
    @Test
    default void eventsOfAClosedConnectionEnd() {
        ImportJob job = ImportJob.create(realm().as(realm().newAdmin("manage-users")), Map.of());
        ServerLog log = ServerLog.from(server().node());

        for (int i = 0; i < 10; i++) {
            Polling.await("events can be followed again", () -> isFollowed(job));
        }

        log.assertNoError();
    }

    private static boolean isFollowed(ImportJob job) {
        try (StreamedPost watch = job.events(Duration.ofMinutes(1))) {
            return watch.status() == 200 && watch.answer().read() == 'd';
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
