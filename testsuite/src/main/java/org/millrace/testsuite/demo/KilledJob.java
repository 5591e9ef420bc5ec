package org.millrace.testsuite.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Polling;
import org.millrace.testsuite.data.GeneratedUsers;
import org.millrace.testsuite.server.ServerUnderTest;

/** An import job whose node is killed in the middle: another node finishes it, and each record is applied once. */
final class KilledJob {
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final ServerUnderTest server;
    private final Terminal terminal;
    private final String jobs;
    private final String realm;

    KilledJob(ServerUnderTest server, Terminal terminal, String realm) {
        this.server = server;
        this.terminal = terminal;
        this.realm = realm;
        this.jobs = "/admin/realms/" + realm + "/bulk-import/jobs";
    }

    /**
     * Imports users {@code from} to {@code to - 1} as a job.
     *
     * @throws IllegalStateException if the job does not complete or the realm has another number of users than it should
     */
    void run(GeneratedUsers users, long from, long to) throws IOException, SQLException {
        AdminClient admin = AdminClient.of(server.node());
        long before = storedUsers();
        String job = jobs + "/"
                + admin.post(jobs, Map.of("entity", "users", "source", Map.of("type", "upload")))
                        .createdId();
        ByteArrayOutputStream part = new ByteArrayOutputStream();
        users.write(from, to, part);
        admin.put(job + "/parts/1", "application/x-ndjson", part.toByteArray()).ok();
        admin.post(job + "/start", Map.of()).ok();
        long created = awaitFirstRecords(admin, job);
        server.node().kill();
        terminal.line("  kill -9 after %,d of %,d records; the next node starts ...".formatted(created, to - from));

        server.startNode();
        AdminClient again = AdminClient.of(server.node());
        Polling.until(
                "the job is finished", () -> isFinished(again.get(job).ok().json()));
        JsonNode document = again.get(job).ok().json();
        long stored = storedUsers() - before;
        terminal.line("  %s: %s".formatted(document.path("state").asText(), document.path("counts")));
        terminal.line("  SELECT count(*) FROM user_entity: %,d new rows for %,d records, each applied exactly once"
                .formatted(stored, to - from));
        if (stored != to - from || document.at("/counts/created").asLong() != to - from) {
            throw new IllegalStateException("the job left " + stored + " users: " + document);
        }
    }

    private static long awaitFirstRecords(AdminClient admin, String job) {
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < PATIENCE.toNanos()) {
            JsonNode document = admin.get(job).ok().json();
            long created = document.at("/counts/created").asLong();
            if (created > 0 || isFinished(document)) {
                return created;
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        throw new IllegalStateException("the job created no user in " + PATIENCE + ": " + job);
    }

    private static boolean isFinished(JsonNode document) {
        return !document.path("finishedAt").isMissingNode()
                && !document.path("finishedAt").isNull();
    }

    private long storedUsers() throws SQLException {
        try (Connection connection = server.database().connect();
                PreparedStatement query = connection.prepareStatement(
                        "SELECT count(*) FROM user_entity u JOIN realm r ON r.id = u.realm_id WHERE r.name = ?")) {
            query.setString(1, realm);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }
}
