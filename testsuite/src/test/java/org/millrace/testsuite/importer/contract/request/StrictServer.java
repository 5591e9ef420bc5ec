package org.millrace.testsuite.importer.contract.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.millrace.testsuite.client.StreamedPost;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.UserLine;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** A server whose operator allows less than the defaults do, and bodies that are sent to it in parts. */
abstract class StrictServer implements Importing {
    static final String SETTING = "spi-admin-realm-restapi-extension--bulk-import--";
    static final int MAX_BYTES = 2 * 1024 * 1024;

    /** A server whose operator allows less than the defaults do. */
    static final ServerOptions STRICT = ServerOptions.h2()
            .startingFast()
            .with(SETTING + "max-body-bytes", Integer.toString(MAX_BYTES))
            .with(SETTING + "idle-body-seconds", "10")
            .with(SETTING + "max-records", "50")
            .with(SETTING + "max-decompression-ratio", "20")
            .with(SETTING + "max-job-records", "20")
            .with(SETTING + "max-open-jobs-per-user", "3")
            .with(SETTING + "max-open-jobs-per-realm", "4")
            .with(SETTING + "max-job-parts-per-user", "2")
            .with(SETTING + "max-job-bytes-per-user", Integer.toString(1024 * 1024))
            .with(SETTING + "match-by-email", "never")
            .with(SETTING + "min-events", "each");

    static final Duration PATIENCE = Duration.ofMinutes(3);
    static final Duration PAUSE = Duration.ofMillis(50);
    static final Map<String, String> NDJSON = Map.of("Content-Type", "application/x-ndjson");
    static final ObjectMapper JSON = new ObjectMapper();

    @Override
    public ServerUnderTest server() {
        return SharedServers.get(STRICT);
    }

    StreamedPost open(String query) throws IOException {
        return StreamedPost.open(realm().admin(), realm().with(query).path(), NDJSON, PATIENCE);
    }

    static byte[] padded(String username, int bytes) {
        String line = UserLine.named(username).toString();
        return (line + " ".repeat(bytes - line.length() - 1) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    static void assertProblem(StreamedPost post, int status, String code) throws IOException {
        assertThat(post.status()).isEqualTo(status);
        assertThat(post.header("content-type")).isEqualTo("application/problem+json");
        assertThat(JSON.readTree(post.answer().readAllBytes()).path("code").asText())
                .isEqualTo(code);
    }

    static void assertNoSummary(BufferedReader answer) {
        assertThatThrownBy(() -> {
                    for (String line = answer.readLine(); line != null; line = answer.readLine()) {
                        assertThat(line).doesNotContain("summary");
                    }
                })
                .isInstanceOfAny(EOFException.class, SocketException.class);
    }
}
