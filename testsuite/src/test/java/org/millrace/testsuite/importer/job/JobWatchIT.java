package org.millrace.testsuite.importer.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.StreamedPost;
import org.millrace.testsuite.importer.fixture.Admission;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** How many clients may follow the events of jobs: each holds a request thread while nothing happens. */
class JobWatchIT implements Importing {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @Override
    public ServerUnderTest server() {
        return SharedServers.postgres();
    }

    @Test
    void eventStreamsOfAUserAndOfTheNodeAreLimited() throws IOException {
        ImportRealm realm = realm(Map.of());
        ImportJob job = ImportJob.create(realm, Map.of());
        AdminClient one = realm.newAdmin("manage-users");
        AdminClient other = realm.newAdmin("manage-users");
        AdminClient third = realm.newAdmin("manage-users");
        Deque<StreamedPost> streams = new ArrayDeque<>();
        try {
            for (int i = 0; i < 4; i++) {
                streams.add(followed(one, job));
            }
            assertRefused(one, job);
            for (int i = 0; i < 4; i++) {
                streams.add(followed(other, job));
            }
            assertRefused(third, job);

            streams.remove().close();

            streams.add(followed(one, job));
        } finally {
            // The streams end with the job, and others may follow then.
            job.post("cancel").ok();
            for (StreamedPost stream : streams) {
                try (stream) {
                    stream.answer().readAllBytes();
                }
            }
        }
    }

    /** A stream that has sent the document. */
    private static StreamedPost followed(AdminClient caller, ImportJob job) throws IOException {
        StreamedPost stream = Admission.await(() -> job.as(caller).events(PATIENCE));
        assertThat(stream.lines().readLine()).startsWith("data: {").contains("\"open\"");
        return stream;
    }

    private static void assertRefused(AdminClient caller, ImportJob job) throws IOException {
        try (StreamedPost stream = job.as(caller).events(PATIENCE)) {
            assertThat(stream.status()).isEqualTo(429);
            assertThat(stream.header("retry-after")).isNotBlank();
            assertThat(new String(stream.answer().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("\"code\":\"too-many-watchers\"");
        }
    }
}
