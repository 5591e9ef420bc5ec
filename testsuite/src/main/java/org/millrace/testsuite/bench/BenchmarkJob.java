package org.millrace.testsuite.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Map;
import org.millrace.testsuite.client.AdminClient;

/** A job of users, handed in part by part. For one thread. */
final class BenchmarkJob {
    private static final String JOBS = BenchmarkRealm.PATH + "/bulk-import/jobs";

    private final AdminClient admin;
    private final String path;
    private int parts;

    /** A job without parts. */
    BenchmarkJob(AdminClient admin) {
        this(admin, Map.of());
    }

    /** A job without parts. */
    BenchmarkJob(AdminClient admin, Map<String, ?> jobOptions) {
        this.admin = admin;
        this.path = JOBS + "/"
                + admin.post(JOBS, Map.of("entity", "users", "options", jobOptions))
                        .createdId();
    }

    /** Adds a part. @param lines a user each */
    void add(List<byte[]> lines) throws IOException {
        ByteArrayOutputStream part = new ByteArrayOutputStream();
        for (byte[] line : lines) {
            part.write(line);
        }
        parts++;
        admin.stream(admin.streamed(path + "/parts/" + parts)
                        .header("Content-Type", "application/x-ndjson")
                        .PUT(BodyPublishers.ofByteArray(part.toByteArray()))
                        .build())
                .ok();
    }

    void start() {
        post("start");
    }

    void cancel() {
        post("cancel");
    }

    void delete() {
        admin.delete(path).ok();
    }

    JsonNode document() {
        return admin.stream(admin.streamed(path).build()).ok().json();
    }

    boolean isRunning() {
        return document().path("state").asText().equals("running");
    }

    /** Users that are there by now. */
    long created() {
        return document().path("counts").path("created").asLong();
    }

    private void post(String step) {
        admin.post(path + "/" + step).ok();
    }
}
