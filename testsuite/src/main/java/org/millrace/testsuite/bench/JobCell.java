package org.millrace.testsuite.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.millrace.testsuite.client.AdminClient;

/** Millrace by a job whose only part is there already: from its start to its end. */
final class JobCell implements Cell {
    private static final String JOBS = BenchmarkRealm.PATH + "/bulk-import/jobs";

    /** A fiftieth of the shortest run. */
    private static final Duration POLL = Duration.ofMillis(50);

    private final AdminClient admin;
    private final List<byte[]> lines;
    private String job = "";

    /** @param lines a user each */
    JobCell(AdminClient admin, List<byte[]> lines) {
        this.admin = admin;
        this.lines = lines;
    }

    @Override
    public String name() {
        return "Millrace, a job of one part";
    }

    @Override
    public int users() {
        return lines.size();
    }

    @Override
    public void prepare() throws IOException {
        ByteArrayOutputStream part = new ByteArrayOutputStream();
        for (byte[] line : lines) {
            part.write(line);
        }
        job = JOBS + "/" + admin.post(JOBS, Map.of("entity", "users")).createdId();
        admin.send(admin.request(job + "/parts/1")
                        .header("Content-Type", "application/x-ndjson")
                        .PUT(BodyPublishers.ofByteArray(part.toByteArray()))
                        .build())
                .ok();
    }

    @Override
    public void load() {
        post("start");
        while (true) {
            JsonNode document = admin.get(job).ok().json();
            if (document.path("state").asText().equals("running")) {
                LockSupport.parkNanos(POLL.toNanos());
                continue;
            }
            if (document.path("counts").path("created").asLong() != users()) {
                throw new IllegalStateException("of " + users() + " users, not all were created: " + document);
            }
            admin.delete(job).ok();
            return;
        }
    }

    private void post(String step) {
        admin.send(admin.request(job + "/" + step).POST(BodyPublishers.noBody()).build())
                .ok();
    }
}
