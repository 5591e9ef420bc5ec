package org.millrace.testsuite.importer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.client.StreamedPost;
import org.millrace.testsuite.server.SharedServers;

/** A client that sends its whole body before it reads one byte of the answer: nobody waits for the other for ever. */
class LargeBodyIT {
    private static final int LINES = 100_000;

    /** One line in so many is a user; the others are refused, with an outcome that says at length why. */
    private static final int LINES_A_USER = 50;

    private static final String PADDING = "x".repeat(600);

    private final ImportRealm realm = ImportRealm.sample(SharedServers.postgres());

    private static String line(int number) {
        return number % LINES_A_USER == 0
                ? "{\"username\":\"user-" + number + "\",\"enabled\":true,\"padding\":\"" + PADDING + "\"}\n"
                : "{\"firstName\":\"Nameless\",\"padding\":\"" + PADDING + "\"}\n";
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Timeout(value = 3, unit = TimeUnit.MINUTES)
    void sixtyMegabytesAreTakenBeforeTheAnswerIsReadAndEveryLineComes(boolean announced) throws IOException {
        ImportRealm fresh = announced ? ImportRealm.sample(SharedServers.postgres()) : realm;
        byte[][] lines = new byte[LINES][];
        long length = 0;
        for (int number = 0; number < LINES; number++) {
            lines[number] = line(number).getBytes(StandardCharsets.UTF_8);
            length += lines[number].length;
        }
        assertThat(length).isGreaterThan(60_000_000L);
        Map<String, String> headers = announced
                ? Map.of("Content-Type", "application/x-ndjson", "Content-Length", Long.toString(length))
                : Map.of("Content-Type", "application/x-ndjson");

        try (StreamedPost post =
                StreamedPost.open(fresh.admin(), fresh.with("outcomes=all").path(), headers, Duration.ofMinutes(2))) {
            try (OutputStream body = post.body()) {
                for (byte[] line : lines) {
                    body.write(line);
                }
            }

            assertThat(post.status()).isEqualTo(200);
            List<String> answer = new ArrayList<>(LINES + 1);
            long answered = 0;
            BufferedReader reader = post.lines();
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                answer.add(line);
                answered += line.length();
            }
            // More than any socket holds: it had to be kept for the client.
            assertThat(answered).isGreaterThan(10_000_000L);
            ImportAnswer outcomes = ImportAnswer.of(answer.iterator());
            assertThat(outcomes.outcomes()).hasSize(LINES);
            assertThat(outcomes.count("created")).isEqualTo(LINES / LINES_A_USER);
            assertThat(outcomes.count("rejected")).isEqualTo(LINES - LINES / LINES_A_USER);
            assertThat(fresh.count()).isEqualTo(LINES / LINES_A_USER);
        }
    }
}
