package org.millrace.testsuite.importer.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.client.Metrics;
import org.millrace.testsuite.client.StreamedPost;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.UserLine;

/** What the job document says besides state and counts, and which headers answers about jobs have. */
interface JobDocumentContract extends Importing {
    String EXPORT = "{\"realm\":\"old\",\"clientScopes\":[{\"name\":\"mine\"}],"
            + "\"identityProviders\":[{\"alias\":\"g\",\"providerId\":\"google\"}],"
            + "\"components\":{\"a\":[{\"name\":\"x\"}]},\"users\":[{\"username\":\"%s\"}]}";

    /** Three users with a warning each, and two with a problem each, among others. */
    private List<Object> mixed(String name) {
        List<Object> lines = new ArrayList<>(UserLine.several(name, 40));
        for (int i = 0; i < 3; i++) {
            lines.add(11 * i, UserLine.named(name + "-warning" + i).with("shoeSize", 42));
        }
        lines.add(5, UserLine.named(name + "-email").with("email", "no address"));
        lines.add(30, "not JSON");
        return lines;
    }

    @Test
    default void problemsAndWarningsOfAnImportAreCountedByCode() {
        JsonNode summary = realm().take(mixed(unique("codes"))).summary().orElseThrow();

        assertThat(summary.path("warningsByCode").toString()).isEqualTo("{\"unknown-field\":3}");
        assertThat(summary.path("problemsByCode").size()).isEqualTo(2);
        assertThat(summary.path("problemsByCode").path("not-json").asInt()).isEqualTo(1);
    }

    @Test
    default void problemsAndWarningsOfAJobAreCountedByCode() {
        ImportJob job = ImportJob.create(realm(), Map.of("chunkSize", 3));
        assertThat(job.get().path("problemsByCode").toString()).isEqualTo("{}");

        JsonNode done = job.with(1, mixed(unique("job")))
                .with(2, mixed(unique("job")))
                .started()
                .finished();

        assertThat(done.path("warningsByCode").toString()).isEqualTo("{\"unknown-field\":6}");
        assertThat(done.path("problemsByCode").size()).isEqualTo(2);
        assertThat(done.path("problemsByCode").path("not-json").asInt()).isEqualTo(2);
        assertThat(done.path("counts").path("warnings").asInt()).isEqualTo(6);
    }

    /** Each record names a hundred roles that do not exist. */
    @Test
    default void aPageEndsEarlyWhereOutcomesAreLong() {
        String name = unique("long");
        List<String> roles = IntStream.range(0, 100)
                .mapToObj(number -> name + "-" + "long".repeat(15) + number)
                .toList();
        List<UserLine> lines = UserLine.several(name, 2000).stream()
                .map(line -> line.with("realmRoles", roles))
                .toList();
        ImportJob job = ImportJob.create(realm(), Map.of("chunkSize", 100)).with(1, lines);
        job.started().finished();

        List<JsonNode> first = realm().admin()
                .get(job.path("/outcomes?max=10000"))
                .ok()
                .body()
                .lines()
                .map(ImportJob::parse)
                .toList();

        assertThat(first).hasSizeBetween(100, 1900);
        assertThat(first.get(first.size() - 1).has("next")).isTrue();
        List<JsonNode> all = job.outcomes("", 10_000);
        assertThat(ImportJob.texts(all, "status")).hasSize(2000).containsOnly("rejected");
        assertThat(ImportJob.texts(all, "line")).doesNotHaveDuplicates();
    }

    @Test
    default void sectionsOfAnExportThatAreNotImportedAreInTheAnswerAndInTheJob() {
        ImportJob job = ImportJob.create(realm(), Map.of());

        Answer part = job.put(1, "application/json", EXPORT.formatted(unique("export")));
        JsonNode done = job.started().finished();

        assertThat(part.status()).as(part.body()).isEqualTo(201);
        for (JsonNode document : List.of(part.json(), done)) {
            assertThat(document.path("notImported"))
                    .extracting(JsonNode::asText)
                    .containsExactly("clientScopes", "identityProviders", "components");
        }
    }

    @Test
    default void jobNamesItsOwner() {
        ImportJob job = ImportJob.create(realm(), Map.of());

        JsonNode listed = realm().admin()
                .get(ImportJob.collection(realm()) + "?max=100")
                .ok()
                .json();

        assertThat(job.get().path("owner").asText()).isEqualTo("admin");
        assertThat(listed)
                .allSatisfy(each -> assertThat(each.path("owner").asText()).isNotBlank());
    }

    @Test
    default void answersWithDataOfAJobAreNotStoredByCaches() {
        AdminClient admin = realm().admin();
        List<Answer> answers = new ArrayList<>();
        answers.add(admin.post(ImportJob.collection(realm()), Map.of("entity", "users")));
        ImportJob job = new ImportJob(
                admin, ImportJob.collection(realm()), answers.get(0).createdId());
        answers.add(job.put(1, "application/x-ndjson", UserLine.named(unique("cache")) + "\n"));
        answers.add(job.as(realm().newAdmin("manage-clients")).post("pause"));
        answers.add(job.post("start"));
        job.finished();
        for (String below : List.of("", "/outcomes", "/retry-file", "/events", "/outcomes?max=0", "/parts")) {
            answers.add(job.admin().get(job.path(below)));
        }
        answers.add(job.admin().get(ImportJob.collection(realm())));
        answers.add(job.admin().get(ImportJob.collection(realm()) + "/unknown"));
        answers.add(realm().post("text/plain", "x"));
        answers.add(realm().post((UserLine.named(unique("cache")) + "\n").getBytes(UTF_8)));
        answers.add(job.post("start"));
        Answer undo = job.post("undo");
        answers.add(undo);
        new ImportJob(admin, ImportJob.collection(realm()), undo.createdId()).finished();
        answers.add(admin.delete(job.path("")));

        assertThat(answers).extracting(Answer::status).contains(200, 201, 204, 403, 409, 415);
        assertThat(answers)
                .filteredOn(answer -> answer.status() != 404 || answer.body().contains("unknown-job"))
                .hasSizeGreaterThanOrEqualTo(16)
                .allSatisfy(answer -> assertThat(answer.header("Cache-Control"))
                        .as(answer.request())
                        .hasValue("no-store"));
    }

    @Test
    default void streamedAnswersAreNotBufferedByNginx() {
        ImportJob job = ImportJob.create(realm(), Map.of())
                .with(1, UserLine.several(unique("stream"), 1))
                .started();
        job.finished();

        assertThat(List.of(
                        job.admin().get(job.path("/events")),
                        job.admin().get(job.path("/retry-file")),
                        realm().post((UserLine.named(unique("stream")) + "\n").getBytes(UTF_8))))
                .allSatisfy(
                        answer -> assertThat(answer.header("X-Accel-Buffering")).hasValue("no"));
    }

    @Test
    default void everySeriesOfTheImportIsThereFromTheStart() {
        String metrics = Metrics.of(realm().node()).text();

        for (String entity : List.of(
                "users", "groups", "roles", "clients", "resources", "organizations", "departments", "records")) {
            for (String status :
                    List.of("created", "updated", "deleted", "unchanged", "rejected", "failed", "unprocessed")) {
                assertThat(metrics)
                        .containsPattern("keycloak_bulk_import_records_total\\{[^}]*entity=\"" + entity
                                + "\"[^}]*status=\"" + status + "\"");
            }
        }
    }

    /** A rate over an import that takes hours shows its progress. */
    @Test
    default void recordsAreCountedWhileTheBodyOfTheirImportIsOpen() throws IOException {
        ImportRealm roles = realm(Map.of()).into("roles");
        Map<String, String> headers = Map.of("Content-Type", "application/x-ndjson");
        double before = createdRoles(roles);
        try (StreamedPost post = StreamedPost.open(roles.admin(), roles.path(), headers, Duration.ofMinutes(3))) {
            sendRole(post, "first");
            BufferedReader outcomes = post.lines();
            assertThat(outcomes.readLine()).contains("first", "created");

            double meanwhile = createdRoles(roles);

            sendRole(post, "second");
            assertThat(outcomes.readLine()).contains("second", "created");
            post.body().close();
            assertThat(outcomes.readLine()).contains("\"summary\"");
            // An earlier import of the server may still be counted.
            assertThat(meanwhile).isGreaterThanOrEqualTo(before + 1);
        }
    }

    private static void sendRole(StreamedPost post, String name) throws IOException {
        post.body().write(("{\"name\":\"" + name + "\"}\n").getBytes(UTF_8));
        post.body().flush();
    }

    private static double createdRoles(ImportRealm realm) {
        return Metrics.of(realm.node())
                .sum("keycloak_bulk_import_records_total", "entity=\"roles\"", "status=\"created\"");
    }
}
