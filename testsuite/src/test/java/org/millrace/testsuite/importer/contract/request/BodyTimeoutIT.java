package org.millrace.testsuite.importer.contract.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.StreamedPost;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ServerLog;

/** How long a body may keep the server waiting. */
class BodyTimeoutIT extends StrictServer {
    @Test
    void aClientThatSendsNothingGetsATimeout() throws IOException {
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
    void clientThatSendsAByteNowAndThenIsRefused() throws IOException {
        ServerLog log = ServerLog.from(server().node());
        ImportJob job = ImportJob.create(realm(), Map.of());

        for (String path : List.of(realm().path(), realm().base() + "/bulk-import/jobs/" + job.id() + "/parts/1")) {
            String method = path.endsWith("/parts/1") ? "PUT" : "POST";
            try (StreamedPost post = StreamedPost.open(method, realm().admin(), path, NDJSON, PATIENCE)) {
                post.body().write("{\"username\":\"".getBytes(StandardCharsets.UTF_8));
                post.body().flush();
                long deadline = System.nanoTime() + PATIENCE.toNanos();
                while (!post.hasAnswer()) {
                    assertThat(System.nanoTime()).as("%s", path).isLessThan(deadline);
                    post.body().write('x');
                    post.body().flush();
                    LockSupport.parkNanos(PAUSE.toNanos());
                }

                assertProblem(post, 408, "slow-body");
            }
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
        log.await("No bytes arrived for 10 seconds");
        log.assertNoError();
    }
}
