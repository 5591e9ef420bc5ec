package org.millrace.testsuite.importer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;

/** A job of a realm as its API shows it. Immutable; safe for use by several threads. */
record ImportJob(AdminClient admin, String jobs, String id) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Set<String> FINISHED = Set.of("completed", "completed-with-errors", "cancelled", "failed");

    /** A new job that takes parts. */
    static ImportJob create(ImportRealm realm, Map<String, ?> options) {
        Answer answer = realm.admin()
                .post(
                        collection(realm),
                        Map.of("entity", realm.entity(), "options", options, "source", Map.of("type", "upload")));
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        assertThat(answer.json().path("state").asText()).isEqualTo("open");
        return new ImportJob(realm.admin(), collection(realm), answer.createdId());
    }

    /** Where the jobs of a realm are. */
    static String collection(ImportRealm realm) {
        return realm.base() + "/bulk-import/jobs";
    }

    /** The same job as another client, or another node, sees it. */
    ImportJob as(AdminClient other) {
        return new ImportJob(other, jobs, id);
    }

    String path(String below) {
        return jobs + "/" + id + below;
    }

    Answer put(int part, String contentType, String body, String... headers) {
        var request = admin.request(path("/parts/" + part))
                .header("Content-Type", contentType)
                .PUT(BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return admin.send(request.build());
    }

    /** Adds a part of NDJSON. */
    ImportJob with(int part, List<?> lines) {
        Answer answer = put(part, "application/x-ndjson", text(lines));
        assertThat(answer.status()).as(answer.body()).isIn(200, 201);
        return this;
    }

    static String text(List<?> lines) {
        return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
    }

    /** Asks for a step of the life cycle, whatever the answer. */
    Answer post(String step) {
        return admin.send(
                admin.request(path("/" + step)).POST(BodyPublishers.noBody()).build());
    }

    /** Asks for other options, whatever the answer. */
    Answer adjust(String options) {
        return admin.post(path("/options"), "application/json", BodyPublishers.ofString(options));
    }

    ImportJob started() {
        Answer answer = post("start");
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return this;
    }

    JsonNode get() {
        return admin.get(path("")).ok().json();
    }

    String state() {
        return get().path("state").asText();
    }

    long count(String status) {
        return get().path("counts").path(status).asLong();
    }

    /** The document once the job is finished. */
    JsonNode finished() {
        return await(job -> FINISHED.contains(job.path("state").asText()));
    }

    /** The document once it is so. */
    JsonNode await(Predicate<JsonNode> condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        JsonNode last = JSON.nullNode();
        while (System.nanoTime() < deadline) {
            last = get();
            if (condition.test(last)) {
                return last;
            }
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
        }
        throw new AssertionError("not reached in " + PATIENCE.toSeconds() + " s: " + last);
    }

    /** All outcomes of a finished job, page by page. */
    List<JsonNode> outcomes(String query, int page) {
        List<JsonNode> all = new ArrayList<>();
        String after = "";
        do {
            Answer answer =
                    admin.get(path("/outcomes?max=" + page + query + after)).ok();
            assertThat(answer.header("Content-Type")).hasValue("application/x-ndjson");
            List<JsonNode> lines = answer.body().lines().map(ImportJob::parse).toList();
            after = "";
            for (JsonNode line : lines) {
                if (line.has("next")) {
                    after = "&after=" + line.path("next").asText();
                } else {
                    all.add(line);
                }
            }
            assertThat(lines.stream().filter(line -> !line.has("next"))).hasSizeLessThanOrEqualTo(page);
        } while (!after.isEmpty());
        return all;
    }

    List<JsonNode> outcomes() {
        return outcomes("", 1000);
    }

    /** The records that were not applied, a line each. */
    List<String> retryFile() {
        return admin.get(path("/retry-file")).ok().body().lines().toList();
    }

    /** One field of all outcomes. */
    static List<String> texts(List<JsonNode> outcomes, String field) {
        return outcomes.stream().map(outcome -> outcome.path(field).asText()).toList();
    }

    /** Status and code of a problem. */
    static String title(Answer answer) {
        return answer.status() + " " + answer.json().path("code").asText();
    }

    static JsonNode parse(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw new AssertionError("not JSON: " + line, e);
        }
    }
}
