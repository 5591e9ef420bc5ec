package org.millrace.testsuite.importer.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.millrace.testsuite.client.StreamedPost;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.ServerLog;
import org.millrace.testsuite.importer.fixture.UserLine;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** The realm of a direct import is removed while its client sends records. */
class RemovedRealmIT implements Importing {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final ObjectMapper JSON = new ObjectMapper();

    @Override
    public ServerUnderTest server() {
        return SharedServers.postgres();
    }

    private static void write(StreamedPost post, String username) throws IOException {
        String line = UserLine.named(username).with("type", "user") + "\n";
        post.body().write(line.getBytes(StandardCharsets.UTF_8));
        post.body().flush();
    }

    private static JsonNode send(StreamedPost post, BufferedReader answer, String username) throws IOException {
        write(post, username);
        return JSON.readTree(answer.readLine());
    }

    /** Otherwise each further chunk would begin a transaction and log an error. */
    @ParameterizedTest
    @CsvSource({"users,false", "users,true", "records,false"})
    void afterTheFirstFailedChunkNothingMoreIsTried(String entity, boolean dryRun) throws IOException {
        ImportRealm realm = realm(Map.of());
        ServerLog log = ServerLog.from(realm.node());
        try (StreamedPost post = StreamedPost.open(
                realm.admin(),
                realm.into(entity).with("dryRun=" + dryRun).path(),
                Map.of("Content-Type", "application/x-ndjson"),
                PATIENCE)) {
            write(post, "before");
            BufferedReader answer = post.lines();
            assertThat(answer.readLine()).contains("\"created\"");
            realm.admin().delete(realm.base()).ok();

            JsonNode first = send(post, answer, "first");
            JsonNode next = send(post, answer, "next");
            post.body().close();
            JsonNode summary = JSON.readTree(answer.readLine()).path("summary");

            assertThat(first.path("status").asText()).as("%s", first).isEqualTo("failed");
            assertThat(ImportAnswer.problems(first)).containsExactly("realm-removed");
            assertThat(next.path("status").asText()).as("%s", next).isEqualTo("unprocessed");
            assertThat(summary.path("unprocessed").asInt()).isEqualTo(1);
        }
        log.await("(Import|Dry run) of " + entity + " into realm " + realm.name() + " by ");
        assertThat(log.text().lines().filter(line -> line.contains("The database did not write")))
                .hasSize(1);
    }
}
