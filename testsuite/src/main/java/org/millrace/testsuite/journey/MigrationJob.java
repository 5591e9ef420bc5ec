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
     * Creates the job, sends its parts, starts it and waits for its end, or cancels it if that takes too long.
     *
     * @param lines a user each
     * @return records per second, over all of that
     * @throws IllegalStateException if it ended and not every user was created
     */
    static double perSecond(AdminClient admin, String realm, List<byte[]> lines, Duration limit) {
        long begun = System.nanoTime();
        String jobs = "/admin/realms/" + realm + "/bulk-import/jobs";
        String path = jobs + "/" + admin.post(jobs, Map.of("entity", "users")).createdId();
        for (int from = 0; from < lines.size(); from += RECORDS_PER_PART) {
            ByteArrayOutputStream part = new ByteArrayOutputStream();
            lines.subList(from, Math.min(lines.size(), from + RECORDS_PER_PART)).forEach(part::writeBytes);
            admin.send(admin.request(path + "/parts/" + (from / RECORDS_PER_PART + 1))
                            .header("Content-Type", "application/x-ndjson")
                            .PUT(BodyPublishers.ofByteArray(part.toByteArray()))
                            .build())
                    .ok();
        }
        post(admin, path + "/start");
        JsonNode job = admin.get(path).ok().json();
        while (isRunning(job) && System.nanoTime() - begun < limit.toNanos()) {
            LockSupport.parkNanos(POLL.toNanos());
            job = admin.get(path).ok().json();
        }
        double perSecond = created(job) * 1e9 / (System.nanoTime() - begun);
        if (isRunning(job)) {
            post(admin, path + "/cancel");
        } else if (created(job) != lines.size()) {
            throw new IllegalStateException("Of " + lines.size() + " users, not all were created: " + job);
        }
        return perSecond;
    }

    private static void post(AdminClient admin, String path) {
        admin.send(admin.request(path).POST(BodyPublishers.noBody()).build()).ok();
    }

    private static boolean isRunning(JsonNode job) {
        return job.path("state").asText().equals("running");
    }

    private static long created(JsonNode job) {
        return job.path("counts").path("created").asLong();
    }
}
