package org.millrace.testsuite.bench.realm;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Map;
import org.millrace.testsuite.client.AdminClient;

/** A job of users, handed in part by part. For one thread. */
public final class BenchmarkJob {
    private static final String JOBS = BenchmarkRealm.PATH + "/bulk-import/jobs";

    private final AdminClient admin;
    private final String path;
    private int parts;

    /** A job without parts. */
    public BenchmarkJob(AdminClient admin) {
        this(admin, Map.of());
    }

    /** A job without parts. */
    public BenchmarkJob(AdminClient admin, Map<String, ?> jobOptions) {
        this.admin = admin;
        this.path = JOBS + "/"
                + admin.post(JOBS, Map.of("entity", "users", "options", jobOptions))
                        .createdId();
    }

    /** Adds a part. @param lines a user each */
    public void add(List<byte[]> lines) throws IOException {
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

    /** Starts the job. */
    public void start() {
        post("start");
    }

    /** Cancels the job. */
    public void cancel() {
        post("cancel");
    }

    /** Deletes the job. */
    public void delete() {
        admin.delete(path).ok();
    }

    /** The job as the server reports it. */
    public JsonNode document() {
        return admin.stream(admin.streamed(path).build()).ok().json();
    }

    /** Whether the job is running. */
    public boolean isRunning() {
        return document().path("state").asText().equals("running");
    }

    /** Users that are there by now. */
    public long created() {
        return document().path("counts").path("created").asLong();
    }

    private void post(String step) {
        admin.post(path + "/" + step).ok();
    }
}
