package org.millrace.testsuite.journey;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.millrace.testsuite.client.AdminClient;

/** The same records as a job with default settings. */
final class MigrationJob {
    private static final int RECORDS_PER_PART = 10_000;
    private static final Duration POLL = Duration.ofMillis(100);

    private MigrationJob() {}

    /**
     * Creates the job, sends its parts, starts it and waits for its end.
     *
     * @param lines a user each
     * @return records per second, over all of that
     * @throws IllegalStateException if not every user was created
     */
    static double perSecond(AdminClient admin, String realm, List<byte[]> lines) {
        long begun = System.nanoTime();
        String jobs = "/admin/realms/" + realm + "/bulk-import/jobs";
        String path = jobs + "/" + admin.post(jobs, Map.of("entity", "users")).createdId();
        for (int from = 0; from < lines.size(); from += RECORDS_PER_PART) {
            ByteArrayOutputStream part = new ByteArrayOutputStream();
            lines.subList(from, Math.min(lines.size(), from + RECORDS_PER_PART)).forEach(part::writeBytes);
            admin.stream(admin.streamed(path + "/parts/" + (from / RECORDS_PER_PART + 1))
                            .header("Content-Type", "application/x-ndjson")
                            .PUT(BodyPublishers.ofByteArray(part.toByteArray()))
                            .build())
                    .ok();
        }
        admin.post(path + "/start").ok();
        JsonNode job = admin.get(path).ok().json();
        while (job.path("state").asText().equals("running")) {
            LockSupport.parkNanos(POLL.toNanos());
            job = admin.get(path).ok().json();
        }
        double seconds = (System.nanoTime() - begun) / 1e9;
        if (job.path("counts").path("created").asLong() != lines.size()) {
            throw new IllegalStateException("Of " + lines.size() + " users, not all were created: " + job);
        }
        return lines.size() / seconds;
    }
}
