package org.millrace.testsuite.importer.contract.request;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.restassured.http.Method;
import io.restassured.specification.RequestSpecification;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.ServerLog;
import org.millrace.testsuite.importer.fixture.UserLine;

/** What a client can do wrong in a path, a parameter, a header or a body is an error of the client's, never of the server's. */
public interface ClientErrorContract extends Importing {
    /** Of an import; the last does not exist. */
    List<String> OPTIONS = List.of(
            "onConflict",
            "validation",
            "dryRun",
            "maxErrors",
            "chunkSize",
            "events",
            "outcomes",
            "ids",
            "matchByEmail",
            "defaults",
            "source",
            "wrapWeakHashes",
            "x");

    private void assertClientError(Answer answer) {
        assertThat(answer.status()).as(answer.request() + " " + answer.body()).isBetween(400, 499);
        assertThat(answer.body()).doesNotContain("Exception").doesNotContain("\tat ");
    }

    private ServerLog log() {
        return ServerLog.from(server().node());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%00",
                "a%00b",
                "..%2f..",
                "%ff%fe",
                "%F0%9F%98%80",
                "00000000-0000-0000-0000-000000000000",
                "00000000-0000-0000-0000-00000000000%00",
                "'%20OR%20''='",
                "LONG"
            })
    default void pathThatNamesNothing(String text) {
        String segment = text.equals("LONG") ? "x".repeat(3000) : text;
        String jobs = ImportJob.collection(realm());
        ServerLog log = log();
        for (String below : List.of("", "/outcomes", "/retry-file", "/events")) {
            assertClientError(realm().admin().get(jobs + "/" + segment + below));
        }
        for (String step : List.of("start", "pause", "resume", "cancel")) {
            assertClientError(realm().admin().post(jobs + "/" + segment + "/" + step));
        }
        assertClientError(
                realm().admin().post(jobs + "/" + segment + "/options", "application/json", "{\"maxErrors\":1}"));
        assertClientError(realm().admin().delete(jobs + "/" + segment));
        assertClientError(realm().into(segment).post("{}".getBytes(UTF_8)));
        for (String part : List.of(segment, "1")) {
            assertClientError(realm().admin()
                    .put(
                            jobs + "/" + segment + "/parts/" + part,
                            "application/x-ndjson",
                            "{\"username\":\"a\"}".getBytes(UTF_8)));
        }
        log.assertNoError();
    }

    @ParameterizedTest
    @ValueSource(strings = {"%00", "-1", "0x1", "9999999999999999999999", "%F0%9F%98%80", "1e3", "%ff", "LONG"})
    default void valueOfAParameterThatDoesNotExist(String text) {
        String value = text.equals("LONG") ? "1".repeat(5000) : text;
        ImportJob job = ImportJob.create(realm(), Map.of());
        ServerLog log = log();
        for (String name : List.of("first", "max", "state")) {
            assertClientError(realm().admin().get(ImportJob.collection(realm()) + "?" + name + "=" + value));
        }
        for (String name : List.of("max", "after", "status")) {
            assertClientError(realm().admin().get(job.path("/outcomes?" + name + "=" + value)));
        }
        for (String name : OPTIONS) {
            assertClientError(realm().with(name + "=" + value).post("{}".getBytes(UTF_8)));
            assertClientError(realm().admin()
                    .post(ImportJob.collection(realm()), Map.of("entity", "users", "options", Map.of(name, value))));
        }
        log.assertNoError();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "17",
                "{",
                "{\"entity\":\"users\",\"entity\":\"users\"}",
                "{\"entity\":\"\\u0000\"}",
                "{\"entity\":\"users\\u0000\"}",
                "{\"entity\":null}",
                "{\"entity\":\"users\",\"source\":{\"type\":\"work-queue\",\"name\":\"a\\u0000b\"}}",
                "{\"entity\":\"users\",\"source\":[]}",
                "{\"entity\":\"users\",\"options\":{\"chunkSize\":1e999999999}}",
                "{\"entity\":\"users\",\"options\":{\"maxErrors\":\"\\u0000\"}}",
                "{\"entity\":\"users\",\"options\":{\"\\u0000\":1}}",
                "{\"entity\":\"users\",\"options\":{\"onConflict\":[\"fail\"]}}",
                "{\"entity\":\"users\",\"options\":\"\\ud800\"}",
                "DEEP",
                "LONG"
            })
    default void bodyThatDescribesNoJob(String text) {
        String body = switch (text) {
            case "DEEP" -> "[".repeat(100_000);
            case "LONG" -> "{\"entity\":\"users\",\"options\":{\"maxErrors\":\"" + "9".repeat(100_000) + "\"}}";
            default -> text;
        };
        ServerLog log = log();
        for (String type : List.of("application/json", "application/json;charset=x-none", "text/plain")) {
            assertClientError(realm().admin().post(ImportJob.collection(realm()), type, body));
        }
        ImportJob job = ImportJob.create(realm(), Map.of());
        assertClientError(job.adjust(body));
        log.assertNoError();
    }

    @Test
    default void numberWithManyLeadingZerosIsStoredAsANumber() {
        String zeros = "0".repeat(2000);

        ImportJob job = ImportJob.create(realm(), Map.of("maxErrors", zeros + "5"));
        Answer async = realm().with("maxErrors=" + zeros + "5")
                .post(realm().given().header("Prefer", "respond-async").body(UserLine.named(unique("zeros")) + "\n"));

        assertThat(job.get().path("options").path("maxErrors").asInt()).isEqualTo(5);
        assertThat(async.status()).as(async.body()).isEqualTo(202);
        // Other tests count the users of this realm.
        new ImportJob(realm().admin(), ImportJob.collection(realm()), async.createdId()).finished();
    }

    @ParameterizedTest
    @ValueSource(strings = {"LONG"})
    default void idempotencyKeyThatCannotBeUsed(String text) {
        String key = text.equals("LONG") ? "k".repeat(5000) : text;

        ServerLog log = log();
        RequestSpecification given = realm().admin()
                .given()
                .contentType("application/json")
                .header("Idempotency-Key", key)
                .body("{\"entity\":\"users\"}");
        assertClientError(Answer.of(given, Method.POST, ImportJob.collection(realm())));
        log.assertNoError();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text",
                "/",
                "a/b/c",
                ";charset=utf-8",
                "text/csv;charset=",
                "text/csv;charset=no such",
                "application/json;charset=x-none"
            })
    default void mediaTypeThatDoesNotExist(String type) {
        ImportJob job = ImportJob.create(realm(), Map.of());
        ServerLog log = log();

        assertClientError(realm().post(type, "{\"username\":\"a\"}\n"));
        assertClientError(realm().admin().post(ImportJob.collection(realm()), type, "{\"entity\":\"nothing\"}"));
        assertClientError(job.put(1, type, "{\"username\":\"a\"}\n"));
        log.assertNoError();
    }
}
