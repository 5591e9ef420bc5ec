package org.millrace.testsuite.importer.contract.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.client.StreamedPost;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** A client that sends a long body before it reads the response: no deadlock. */
class LargeBodyIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration PAUSE = Duration.ofMillis(20);

    private static final int LINES = 100_000;

    /** One of this number of lines is a user; the others are rejected, with a long message. */
    private static final int LINES_A_USER = 50;

    private static final String PADDING = "x".repeat(600);

    private static ServerUnderTest server;

    /** The time limits of the tests do not include its start. */
    @BeforeAll
    static void start() {
        server = SharedServers.postgres();
    }

    private static byte[] line(int number) {
        String line = number % LINES_A_USER == 0
                ? "{\"username\":\"user-" + number + "\",\"enabled\":true,\"padding\":\"" + PADDING + "\"}\n"
                : "{\"firstName\":\"Nameless\",\"padding\":\"" + PADDING + "\"}\n";
        return line.getBytes(StandardCharsets.US_ASCII);
    }

    private static StreamedPost open(ImportRealm realm, Map<String, String> headers) throws IOException {
        return StreamedPost.open(realm.admin(), realm.with("outcomes=all").path(), headers, PATIENCE);
    }

    private static void send(OutputStream body) throws IOException {
        for (int number = 0; number < LINES; number++) {
            body.write(line(number));
        }
        body.flush();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = SEPARATE_THREAD)
    void sixtyMegabytesAreTakenBeforeTheAnswerIsReadAndEveryLineComes(boolean announced) throws IOException {
        ImportRealm realm = ImportRealm.sample(server);
        long length = IntStream.range(0, LINES)
                .mapToLong(number -> line(number).length)
                .sum();
        assertThat(length).isGreaterThan(60_000_000L);
        Map<String, String> headers = new HashMap<>(Map.of("Content-Type", "application/x-ndjson"));
        if (announced) {
            headers.put("Content-Length", Long.toString(length));
        }

        try (StreamedPost post = open(realm, headers)) {
            send(post.body());
            post.body().close();

            assertThat(post.status()).isEqualTo(200);
            assertAllAnswered(realm, post.lines().lines().toList());
        }
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = SEPARATE_THREAD)
    void outcomesThatWereKeptComeWithoutAnotherByteOfTheBody() throws IOException {
        ImportRealm realm = ImportRealm.sample(server);
        try (StreamedPost post = open(realm, Map.of("Content-Type", "application/x-ndjson"))) {
            send(post.body());
            awaitUsers(realm);

            BufferedReader answer = post.lines();
            List<String> lines = new ArrayList<>(answer.lines().limit(LINES).toList());
            post.body().close();
            answer.lines().forEach(lines::add);

            assertAllAnswered(realm, lines);
        }
    }

    private static void awaitUsers(ImportRealm realm) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (realm.count() < LINES / LINES_A_USER) {
            assertThat(System.nanoTime()).as("%d users", realm.count()).isLessThan(deadline);
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private static void assertAllAnswered(ImportRealm realm, List<String> answer) {
        // More than any socket holds: it had to be kept for the client.
        assertThat(answer.stream().mapToLong(String::length).sum()).isGreaterThan(10_000_000L);
        ImportAnswer outcomes = ImportAnswer.of(answer.iterator());
        assertThat(outcomes.outcomes()).hasSize(LINES);
        assertThat(outcomes.count("created")).isEqualTo(LINES / LINES_A_USER);
        assertThat(outcomes.count("rejected")).isEqualTo(LINES - LINES / LINES_A_USER);
        assertThat(realm.count()).isEqualTo(LINES / LINES_A_USER);
    }
}
