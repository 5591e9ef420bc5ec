package org.millrace.testsuite.importer.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;

/** A server with a work queue in another database. Each test starts with an empty queue. */
abstract class WorkQueueServer {
    static final String PREFIX = "spi-admin-realm-restapi-extension--bulk-import--";
    static final String PASSWORD = "qUeUeMaRkEr";
    static final Duration PATIENCE = Duration.ofMinutes(4);
    static final int ATTEMPTS = 4;

    /** Its database is where the queue is; it has no node. */
    ServerUnderTest other;

    ServerUnderTest server;

    @BeforeAll
    void start() throws Exception {
        other = ServerUnderTest.create(ServerOptions.postgres());
        try (Connection connection = other.database().connectAsSuperuser();
                Statement statement = connection.createStatement()) {
            statement.execute(Files.readString(docs().resolve("samples/work-queue.sql")));
            statement.execute("CREATE ROLE drainer LOGIN PASSWORD '" + PASSWORD + "'");
            statement.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON work_queue, processed_log TO drainer");
        }
        server = ServerUnderTest.start(ServerOptions.postgres()
                .startingFast()
                .with(PREFIX + "job-lease-seconds", "5")
                .with(PREFIX + "job-poll-millis", "200")
                .with(PREFIX + "work-queues", "legacy,foreign")
                .with(PREFIX + "work-queue-foreign-url", other.database().jdbcUrl())
                .with(PREFIX + "work-queue-foreign-realm", "another")
                .with(PREFIX + "work-queue-attempts", Integer.toString(ATTEMPTS))
                .with(PREFIX + "work-queue-backoff-seconds", "1")
                .with(PREFIX + "work-queue-legacy-url", other.database().jdbcUrl())
                .with(PREFIX + "work-queue-legacy-realm", "*")
                .with(PREFIX + "work-queue-legacy-username", "drainer")
                .with(PREFIX + "work-queue-legacy-password", PASSWORD));
    }

    static Path docs() throws IOException {
        return Path.of(System.getProperty("project.root", "..")).toRealPath().resolve("docs");
    }

    @AfterAll
    void stop() {
        if (server != null) {
            server.close();
        }
        other.close();
    }

    @BeforeEach
    void emptyQueue() throws SQLException {
        execute("TRUNCATE work_queue, processed_log");
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = other.database().connectAsSuperuser();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    void enqueue(List<?> payloads) throws SQLException {
        try (Connection connection = other.database().connectAsSuperuser();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO work_queue (source_table, source_key, payload) VALUES ('customers', ?, ?)")) {
            for (int i = 0; i < payloads.size(); i++) {
                insert.setString(1, Integer.toString(i));
                insert.setString(2, payloads.get(i).toString());
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    /** What is logged of a row. */
    record Logged(
            int key,
            int attempts,
            String outcome,
            @Nullable String entityId,
            @Nullable String error) {}

    /** What is logged, in the order of the source's keys. */
    List<Logged> log() throws SQLException {
        List<Logged> log = new ArrayList<>();
        try (Connection connection = other.database().connectAsSuperuser();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT * FROM processed_log WHERE source_table = 'customers' ORDER BY CAST(source_key AS INT)")) {
            while (row.next()) {
                log.add(new Logged(
                        row.getInt("source_key"),
                        row.getInt("attempts"),
                        row.getString("outcome"),
                        row.getString("entity_id"),
                        row.getString("error")));
            }
        }
        return log;
    }

    long left() throws SQLException {
        try (Connection connection = other.database().connectAsSuperuser();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM work_queue")) {
            row.next();
            return row.getLong(1);
        }
    }

    static Answer create(ImportRealm realm, String source, Map<String, ?> options) {
        Map<String, ?> body =
                Map.of("entity", "users", "options", options, "source", Map.of("type", "work-queue", "name", source));
        return realm.admin().post(ImportJob.collection(realm), body);
    }

    static ImportJob drain(ImportRealm realm, Map<String, ?> options) {
        Answer answer = create(realm, "legacy", options);
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return new ImportJob(realm.admin(), ImportJob.collection(realm), answer.createdId()).started();
    }

    JsonNode finished(ImportJob job) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        String last = "nothing";
        while (System.nanoTime() < deadline) {
            try {
                JsonNode document = job.as(AdminClient.of(server.node())).get();
                last = document.toString();
                if (!document.path("state").asText().equals("running")) {
                    return document;
                }
            } catch (RuntimeException e) {
                last = String.valueOf(e.getMessage());
            }
            LockSupport.parkNanos(Duration.ofMillis(300).toNanos());
        }
        throw new AssertionError("not finished in " + PATIENCE.toSeconds() + " s: " + last);
    }
}
