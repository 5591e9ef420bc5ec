package org.millrace.testsuite.importer.contract.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.client.Problems.assertProblem;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.UserLine;

/** What the request itself says: parameters, paths and options. */
public interface RequestContract extends ImportingBodies {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "onConflict=explode",
                "onConflict=",
                "onConflict=fail&onConflict=skip",
                "validation=sometimes",
                "dryRun=maybe",
                "maxErrors=0",
                "maxErrors=-1",
                "maxErrors=many",
                "chunkSize=0",
                "chunkSize=10001",
                "chunkSize=1.5",
                "events=loud",
                "outcomes=some",
                "colour=blue",
                "onconflict=skip"
            })
    default void aParameterOrValueThatDoesNotExistIsABadRequest(String query) {
        String name = unique("sample");

        Answer answer = realm().with(query).post(body(UserLine.named(name)));

        assertProblem(answer, 400, "invalid-parameter");
        assertThat(realm().has(name)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "\n\r\n  \n\t\n", "\ufeff", "\ufeff\n"})
    default void aBodyWithoutARecordIsABadRequest(String body) {
        assertProblem(realm().post(body.getBytes(StandardCharsets.UTF_8)), 400, "empty-body");
    }

    @Test
    default void noBodyAtAllIsABadRequest() {
        assertProblem(realm().post(realm().given()), 400, "empty-body");
    }

    @ParameterizedTest
    @ValueSource(strings = {"heroes", "Users", "user"})
    default void anEntityThatDoesNotExistIsNotFound(String entity) {
        Answer answer = realm().admin()
                .post(
                        realm().base() + "/bulk-import/" + entity,
                        "application/x-ndjson",
                        body(UserLine.named(unique("sample"))));

        assertProblem(answer, 404, "unknown-entity");
    }

    @Test
    default void aRealmThatDoesNotExistIsNotFound() {
        Answer answer = realm().admin()
                .post(
                        "/admin/realms/no-such-realm/bulk-import/users",
                        "application/x-ndjson",
                        body(UserLine.named(unique("sample"))));

        answer.then().statusCode(404);
    }

    @ParameterizedTest
    @CsvSource({"all, 1 2 3 4 5", "problems, 2 4", "none, ''"})
    default void theCallerChoosesWhichOutcomesAreSent(String outcomes, String lines) {
        ImportAnswer answer = realm().with("onConflict=skip&outcomes=" + outcomes)
                .take(
                        UserLine.named(unique("one")),
                        "{not json",
                        UserLine.named("admin-is-there"),
                        UserLine.named("x"),
                        UserLine.named(unique("five")));

        assertThat(answer.lines())
                .isEqualTo(Arrays.stream(lines.split(" "))
                        .filter(line -> !line.isEmpty())
                        .map(Long::valueOf)
                        .toList());
        assertThat(answer.count("read")).isEqualTo(5);
        assertThat(answer.count("rejected")).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 100, 10_000})
    default void chunksOfAnySizeGiveTheSameOutcomesInTheSameOrder(int chunkSize) {
        List<Object> lines = IntStream.range(0, 30)
                .mapToObj(i -> i % 5 == 3 ? (Object) "broken" : UserLine.named(unique("user")))
                .toList();

        ImportAnswer answer = realm().with("chunkSize=" + chunkSize).take(lines);

        assertThat(answer.lines())
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, 30).mapToObj(Long::valueOf).toList());
        assertThat(answer.count("created")).isEqualTo(24);
        assertThat(answer.count("rejected")).isEqualTo(6);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 1000})
    default void afterTheLastErrorThatIsAllowedNothingMoreIsDone(int chunkSize) {
        List<UserLine> good = IntStream.range(0, 8)
                .mapToObj(i -> UserLine.named(unique("good")))
                .toList();

        ImportAnswer answer = realm().with("maxErrors=2&chunkSize=" + chunkSize)
                .take(
                        good.get(0),
                        UserLine.named("x"),
                        good.get(1),
                        UserLine.named("y"),
                        good.get(2),
                        UserLine.named("z"),
                        good.get(3),
                        good.get(4));

        assertThat(answer.statuses())
                .containsExactly(
                        "created",
                        "rejected",
                        "created",
                        "rejected",
                        "unprocessed",
                        "unprocessed",
                        "unprocessed",
                        "unprocessed");
        assertThat(answer.count("unprocessed")).isEqualTo(4);
        assertThat(realm().has(good.get(1).username())).isTrue();
        assertThat(realm().has(good.get(2).username())).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"summary, 1", "none, 0"})
    default void oneAdminEventSummarizesTheImport(String events, int expected) {
        ImportRealm realm = realm(Map.of("adminEventsEnabled", true, "adminEventsDetailsEnabled", true));

        realm.with("events=" + events).take(UserLine.named("someone"), UserLine.named("x"));

        JsonNode fired = realm.admin()
                .get(realm.base() + "/admin-events?resourcePath=bulk-import*")
                .ok()
                .json();
        assertThat(fired).hasSize(expected);
        fired.forEach(event -> {
            assertThat(event.path("resourceType").asText()).isEqualTo("BULK_IMPORT");
            assertThat(event.path("operationType").asText()).isEqualTo("ACTION");
            assertThat(event.path("representation").asText()).contains("\"created\":1", "\"rejected\":1");
        });
    }
}
