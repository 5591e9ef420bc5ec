package org.millrace.testsuite.importer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.client.StreamedPost;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** What an operator allows a body: how long it may be, and how long it may keep the server waiting. */
class BodyLimitIT implements Importing {
    private static final String SETTING = "spi-admin-realm-restapi-extension--bulk-import--";
    private static final int MAX_BYTES = 2 * 1024 * 1024;

    /** For every path that is not ours. */
    private static final int SERVER_LIMIT = 10 * 1024 * 1024;

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final Map<String, String> NDJSON = Map.of("Content-Type", "application/x-ndjson");
    private static final ObjectMapper JSON = new ObjectMapper();

    @Override
    public ServerUnderTest server() {
        return SharedServers.get(ServerOptions.h2()
                .with(SETTING + "max-body-bytes", Integer.toString(MAX_BYTES))
                .with(SETTING + "idle-body-seconds", "2"));
    }

    private StreamedPost open(String query) throws IOException {
        return StreamedPost.open(realm().admin(), realm().with(query).path(), NDJSON, PATIENCE);
    }

    private static byte[] padded(String username, int bytes) {
        String line = UserLine.named(username).toString();
        return (line + " ".repeat(bytes - line.length() - 1) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static void assertProblem(StreamedPost post, int status, String code) throws IOException {
        assertThat(post.status()).isEqualTo(status);
        assertThat(post.header("content-type")).isEqualTo("application/problem+json");
        assertThat(JSON.readTree(post.answer().readAllBytes()).path("code").asText())
                .isEqualTo(code);
    }

    @Test
    void bodyOfJustTheLimitIsTakenAndALongerOneIsRefusedByItsLength() {
        String fits = unique("fits");
        String tooLong = unique("too-long");

        Answer taken = realm().post(twoLines(fits, MAX_BYTES));
        Answer refused = realm().post(twoLines(tooLong, MAX_BYTES + 1));

        assertThat(ImportAnswer.of(taken).statuses()).containsExactly("created", "created");
        assertThat(refused.status()).isEqualTo(413);
        assertThat(refused.json().path("code").asText()).isEqualTo("body-too-large");
        assertThat(realm().has(tooLong)).isFalse();
    }

    /** No line may be longer than a record. */
    private static byte[] twoLines(String username, int bytes) {
        byte[] both = new byte[bytes];
        byte[] first = padded(username, bytes / 2);
        byte[] second = padded(username + "-2", bytes - bytes / 2);
        System.arraycopy(first, 0, both, 0, first.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    @Test
    void chunkedBodyThatIsTooLongIsRefusedBeforeTheFirstOutcome() {
        byte[] body = padded(unique("nobody"), MAX_BYTES + 1);
        ServerLog log = ServerLog.from(server().node());

        Answer refused = realm().post(
                        "application/x-ndjson", BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)));

        assertThat(refused.status()).as(refused.body()).isEqualTo(413);
        assertThat(refused.header("Content-Type")).hasValue("application/problem+json");
        assertThat(refused.json().path("code").asText()).isEqualTo("body-too-large");
        log.assertNoError();
    }

    @Test
    void chunkedBodyThatIsTooLongIsRefusedAlsoAfterItsFirstRecordsWereTaken() throws IOException {
        String name = unique("early");
        ServerLog log = ServerLog.from(server().node());

        try (StreamedPost post = open("outcomes=problems")) {
            post.body().write(padded(name, 1000));
            post.body().flush();
            await(name);
            post.body().write(twoLines(unique("late"), MAX_BYTES));
            post.body().flush();

            assertProblem(post, 413, "body-too-large");
        }
        log.assertNoError();
    }

    @Test
    void chunkedBodyThatGetsTooLongBehindTheFirstOutcomeHasNoSummary() throws IOException {
        String name = unique("early");
        ServerLog log = ServerLog.from(server().node());

        try (StreamedPost post = open("outcomes=all")) {
            post.body().write(padded(name, 1000));
            post.body().flush();
            BufferedReader answer = post.lines();
            assertThat(answer.readLine()).contains(name, "created");
            post.body().write(twoLines(unique("late"), MAX_BYTES));
            post.body().flush();

            assertNoSummary(answer);
        }
        assertThat(realm().has(name)).isTrue();
        log.assertNoError();
    }

    @Test
    void otherPathsKeepTheServersOwnLimit() throws IOException {
        String path = realm().base() + "/users";
        Map<String, String> announced =
                Map.of("Content-Type", "application/json", "Content-Length", Integer.toString(SERVER_LIMIT + 1));

        try (StreamedPost post = StreamedPost.open(realm().admin(), path, announced, PATIENCE)) {
            assertThat(post.status()).isEqualTo(413);
        }
        try (StreamedPost post =
                StreamedPost.open(realm().admin(), path, Map.of("Content-Type", "application/json"), PATIENCE)) {
            post.body().write(" ".repeat(SERVER_LIMIT + 1).getBytes(StandardCharsets.US_ASCII));
            post.body().flush();
            assertThat(post.status()).isEqualTo(413);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/bulk-import", "/bulk-import/users/x", "/bulk-imports/users"})
    void pathsBelowAndBesideOursKeepTheServersOwnLimit(String path) throws IOException {
        Map<String, String> announced =
                Map.of("Content-Type", "application/x-ndjson", "Content-Length", Integer.toString(SERVER_LIMIT + 1));

        try (StreamedPost post = StreamedPost.open(realm().admin(), realm().base() + path, announced, PATIENCE)) {
            assertThat(post.status()).isEqualTo(413);
        }
    }

    @Test
    void clientThatSendsNothingIsToldSo() throws IOException {
        ServerLog log = ServerLog.from(server().node());

        try (StreamedPost post = open("")) {
            post.body().write("{\"username\":".getBytes(StandardCharsets.UTF_8));
            post.body().flush();

            assertProblem(post, 408, "idle-body");
            assertThat(post.answer().read()).isEqualTo(-1);
        }
        log.assertNoError();
    }

    @Test
    void clientThatFallsAsleepBehindItsFirstOutcomeIsCutOff() throws IOException {
        String name = unique("first");
        ServerLog log = ServerLog.from(server().node());

        try (StreamedPost post = open("")) {
            post.body().write(padded(name, 100));
            post.body().flush();
            BufferedReader answer = post.lines();
            assertThat(answer.readLine()).contains(name, "created");

            assertNoSummary(answer);
        }
        log.await("Nothing arrived for 2 seconds");
        log.assertNoError();
    }

    private void await(String username) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!realm().has(username)) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private static void assertNoSummary(BufferedReader answer) {
        assertThatThrownBy(() -> {
                    for (String line = answer.readLine(); line != null; line = answer.readLine()) {
                        assertThat(line).doesNotContain("summary");
                    }
                })
                .isInstanceOfAny(EOFException.class, SocketException.class);
    }
}
