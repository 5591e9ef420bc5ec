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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.importer.fault.Kills;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.SchemaCheck;
import org.millrace.testsuite.importer.fixture.ServerLog;
import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.importer.fixture.UserLine;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;

/** Jobs that take their records from the queue of another database, made by the statements in {@code docs/samples/work-queue.sql}. */
@EnabledIf(
        value = "org.millrace.testsuite.server.SharedServers#areProcesses",
        disabledReason = "faults are tried on plain processes")
@TestInstance(Lifecycle.PER_CLASS)
class WorkQueueIT {
    private static final String PREFIX = "spi-admin-realm-restapi-extension--bulk-import--";
    private static final String PASSWORD = "qUeUeMaRkEr";
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    private static final int ATTEMPTS = 4;

    /** Each run kills four nodes, and waits for the next ones. */
    private static final int KILLS_A_RUN = 4;

    /** Its database is where the queue is; it has no node. */
    private ServerUnderTest other;

    private ServerUnderTest server;

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

    private static Path docs() throws IOException {
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

    private void execute(String sql) throws SQLException {
        try (Connection connection = other.database().connectAsSuperuser();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void enqueue(List<?> payloads) throws SQLException {
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
    private record Logged(
            int key,
            int attempts,
            String outcome,
            @Nullable String entityId,
            @Nullable String error) {}

    /** What is logged, in the order of the source's keys. */
    private List<Logged> log() throws SQLException {
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

    private long left() throws SQLException {
        try (Connection connection = other.database().connectAsSuperuser();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM work_queue")) {
            row.next();
            return row.getLong(1);
        }
    }

    private static Answer create(ImportRealm realm, String source, Map<String, ?> options) {
        Map<String, ?> body =
                Map.of("entity", "users", "options", options, "source", Map.of("type", "work-queue", "name", source));
        return realm.admin().post(ImportJob.collection(realm), body);
    }

    private static ImportJob drain(ImportRealm realm, Map<String, ?> options) {
        Answer answer = create(realm, "legacy", options);
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return new ImportJob(realm.admin(), ImportJob.collection(realm), answer.createdId()).started();
    }

    private JsonNode finished(ImportJob job) {
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

    @Test
    void queueIsDrainedAndEachRowIsLogged() throws Exception {
        ImportRealm realm = ImportRealm.create(server, Map.of());
        enqueue(UserLine.several("drained", 500));

        ImportJob job = drain(realm, Map.of("chunkSize", 40));
        JsonNode done = finished(job);

        assertThat(done.path("state").asText()).as("%s", done).isEqualTo("completed");
        assertThat(done.path("source").path("name").asText()).isEqualTo("legacy");
        assertThat(done.path("counts").path("created").asLong()).isEqualTo(500);
        assertThat(done.path("total").asLong()).isEqualTo(500);
        assertThat(left()).isZero();
        Map<String, String> ids = realm.ids();
        List<Logged> log = log();
        assertThat(log).hasSize(500);
        for (int key = 0; key < 500; key++) {
            assertThat(log.get(key)).isEqualTo(new Logged(key, 1, "created", ids.get("drained-" + key), null));
        }
    }

    @Test
    void recordsAtFaultGoStraightToTheLog() throws Exception {
        ImportRealm realm = ImportRealm.create(server, Map.of());
        enqueue(List.of(
                UserLine.named("good"),
                "no json",
                UserLine.named("good"),
                UserLine.named("lost").with("groups", List.of("/x"))));

        JsonNode done = finished(drain(realm, Map.of()));

        assertThat(done.path("state").asText()).as("%s", done).isEqualTo("completed-with-errors");
        List<Logged> log = log();
        assertThat(log.get(0).outcome()).isEqualTo("created");
        assertThat(log.get(1).outcome()).isEqualTo("rejected");
        assertThat(log.get(2).error()).isEqualTo("username-exists");
        assertThat(log.get(3).outcome()).isEqualTo("rejected");
        assertThat(left()).isZero();
    }

    @Test
    void rowThatIsTooLongIsRejectedUnread() throws Exception {
        ImportRealm realm = ImportRealm.create(server, Map.of());
        enqueue(List.of(UserLine.named("long").with("firstName", "x".repeat(1024 * 1024)), UserLine.named("short")));

        JsonNode done = finished(drain(realm, Map.of()));

        assertThat(done.path("state").asText()).as("%s", done).isEqualTo("completed-with-errors");
        assertThat(log().get(0).error()).isEqualTo("record-too-large");
        assertThat(log().get(1).outcome()).isEqualTo("created");
        assertThat(left()).isZero();
    }

    @Test
    void queueOfAnotherRealmIsUnknown() {
        ImportRealm realm = ImportRealm.shared(server);

        assertThat(ImportJob.title(create(realm, "foreign", Map.of()))).isEqualTo("400 unknown-source");
        assertThat(ImportJob.title(create(realm, "nobodys", Map.of()))).isEqualTo("400 unknown-source");
    }

    @Test
    void whatTheDatabaseRefusesIsTriedAgainUntilItsAttemptsAreUsedUp() throws Exception {
        ImportRealm realm = ImportRealm.create(server, Map.of());
        refuse("flaky%", "hopeless%");
        enqueue(List.of(UserLine.named("fine"), UserLine.named("hopeless")));
        JsonNode done = finished(drain(realm, Map.of("chunkSize", 1)));

        assertThat(done.path("state").asText()).as("%s", done).isEqualTo("completed-with-errors");
        assertThat(log().get(0).outcome()).isEqualTo("created");
        assertThat(log().get(1).outcome()).isEqualTo("failed");
        assertThat(log().get(1).attempts()).isEqualTo(ATTEMPTS);
        assertThat(done.path("counts").path("failed").asLong()).isEqualTo(1);
        Duration took = Duration.between(
                Instant.parse(done.path("startedAt").asText()),
                Instant.parse(done.path("finishedAt").asText()));
        assertThat(took).as("rests of one, two and four seconds").isGreaterThanOrEqualTo(Duration.ofSeconds(1 + 2 + 4));
    }

    @Test
    void rowThatIsTriedAgainHasTheOutcomeOfItsLastAttemptOnly() throws Exception {
        ImportRealm realm = ImportRealm.create(server, Map.of());
        refuse("flaky%", "hopeless%");
        enqueue(List.of(UserLine.named("fine"), UserLine.named("flaky"), UserLine.named("hopeless")));
        ImportJob job = drain(realm, Map.of("chunkSize", 1));
        awaitFailures(2);
        refuse("hopeless%");

        JsonNode done = finished(job);

        assertThat(done.path("state").asText()).as("%s", done).isEqualTo("completed-with-errors");
        assertThat(done.path("total").asLong()).isEqualTo(3);
        assertThat(done.path("counts").path("created").asLong()).isEqualTo(2);
        assertThat(done.path("counts").path("failed").asLong()).isEqualTo(1);
        assertThat(done.path("counts").path("unprocessed").asLong()).isZero();
        assertThat(job.outcomes())
                .extracting(line ->
                        line.path("key").asText() + " " + line.path("status").asText())
                .containsExactlyInAnyOrder("fine created", "flaky created", "hopeless failed");
        assertThat(job.retryFile()).singleElement().asString().contains("hopeless");
        assertThat(log()).extracting(Logged::outcome).containsExactly("created", "created", "failed");
        assertThat(log().get(1).attempts()).isBetween(2, ATTEMPTS);
        assertThat(left()).isZero();
    }

    /** Waits until this number of rows have failed and wait for a retry. */
    private void awaitFailures(int rows) throws SQLException {
        await("SELECT COUNT(*) FROM work_queue WHERE attempts > 0 AND lease IS NULL", rows);
    }

    /** Makes Keycloak's database reject users whose names match, as a failure of the database. */
    private void refuse(String... names) throws SQLException {
        SchemaCheck.await(server);
        try (Connection connection = server.database().connectAsSuperuser();
                Statement statement = connection.createStatement()) {
            String refused = String.join("' OR NEW.username LIKE '", names);
            statement.execute("CREATE OR REPLACE FUNCTION refuse() RETURNS trigger AS $$ BEGIN IF NEW.username LIKE '"
                    + refused + "' THEN RAISE EXCEPTION 'no' USING ERRCODE = 'XX000'; END IF; RETURN NEW; END $$"
                    + " LANGUAGE plpgsql");
            statement.execute("CREATE OR REPLACE TRIGGER refuse BEFORE INSERT ON user_entity FOR EACH ROW"
                    + " EXECUTE FUNCTION refuse()");
        }
    }

    @Test
    void unknownQueueAndDryRunAreRefused() {
        ImportRealm realm = ImportRealm.shared(server);

        assertThat(ImportJob.title(create(realm, "elsewhere", Map.of()))).isEqualTo("400 unknown-source");
        assertThat(ImportJob.title(create(realm, "legacy", Map.of("dryRun", true))))
                .isEqualTo("400 invalid-job");
    }

    @Test
    void jobOnAQueueTakesNoParts() {
        ImportRealm realm = ImportRealm.shared(server);
        Answer created = create(realm, "legacy", Map.of());
        ImportJob job = new ImportJob(realm.admin(), ImportJob.collection(realm), created.createdId());

        assertThat(ImportJob.title(job.put(1, "application/x-ndjson", "{}\n"))).isEqualTo("409 job-takes-no-parts");
    }

    @Test
    void cancelGivesBackWhatWasNotDone() throws Exception {
        ImportRealm realm = ImportRealm.create(server, Map.of());
        enqueue(UserLine.several("given", 3000));
        ImportJob job = drain(realm, Map.of("chunkSize", 10));
        job.await(document -> document.path("counts").path("created").asLong() > 0);

        assertThat(job.post("cancel").status()).isEqualTo(200);

        awaitFree(3000);
        assertThat(log()).hasSize((int) realm.count());
    }

    /** Waits until every row is either logged or free again. */
    private void awaitFree(int rows) throws SQLException {
        await(
                "SELECT (SELECT COUNT(*) FROM work_queue WHERE lease IS NULL) + (SELECT COUNT(*) FROM processed_log)",
                rows);
    }

    private void await(String query, long wanted) throws SQLException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        long found = 0;
        while (System.nanoTime() < deadline) {
            try (Connection connection = other.database().connectAsSuperuser();
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(query)) {
                row.next();
                found = row.getLong(1);
            }
            if (found == wanted) {
                return;
            }
            LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
        }
        throw new AssertionError(query + " is " + found + ", and not " + wanted);
    }

    static IntStream runs() {
        return IntStream.rangeClosed(1, (Kills.onWorkQueues() + KILLS_A_RUN - 1) / KILLS_A_RUN);
    }

    @Thorough
    @ParameterizedTest
    @MethodSource("runs")
    void eachRowIsLoggedAndWrittenOnceDespiteKilledNodes(int run) throws Exception {
        int records = 2000;
        SplittableRandom random = new SplittableRandom(run);
        while (server.nodes().size() < 2) {
            server.startNode();
        }
        ImportRealm realm = ImportRealm.create(server, Map.of());
        List<Object> payloads = new ArrayList<>();
        for (int i = 0; i < records; i++) {
            payloads.add(i % 50 == 7 ? "no json" : UserLine.named("killed-" + i));
        }
        enqueue(payloads);
        ImportJob job = drain(realm, Map.of("chunkSize", 5 + random.nextInt(20)));
        for (int blow = 0; blow < KILLS_A_RUN; blow++) {
            LockSupport.parkNanos(Duration.ofMillis(100 + random.nextInt(1500)).toNanos());
            List<Node> nodes = server.nodes();
            nodes.get(random.nextInt(nodes.size())).kill();
            server.startNode();
        }

        JsonNode done = finished(job);

        assertThat(done.path("state").asText()).as("%s", done).isEqualTo("completed-with-errors");
        assertThat(left()).isZero();
        List<Logged> log = log();
        Map<String, String> ids =
                new ImportRealm(server.node(), AdminClient.of(server.node()), realm.name(), "users", "").ids();
        assertThat(log).hasSize(records);
        int created = 0;
        for (int i = 0; i < records; i++) {
            boolean good = i % 50 != 7;
            assertThat(log.get(i).key()).isEqualTo(i);
            assertThat(log.get(i).outcome()).isEqualTo(good ? "created" : "rejected");
            assertThat(log.get(i).entityId()).isEqualTo(good ? ids.get("killed-" + i) : null);
            created += good ? 1 : 0;
        }
        assertThat(ids).hasSize(created);
        assertThat(done.path("counts").path("created").asLong()).isEqualTo(created);
        assertThat(done.path("counts").path("rejected").asLong()).isEqualTo(records - created);
    }

    /** The acknowledgement has to wait for these rows, so the node is killed between the commit and the acknowledgement. */
    @Thorough
    @Test
    void whatWasWrittenAndNotAcknowledgedIsAppliedOnce() throws Exception {
        ImportRealm realm = ImportRealm.create(server, Map.of());
        enqueue(UserLine.several("between", 300));
        ImportJob job;
        try (Connection connection = other.database().connectAsSuperuser();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            // Claims pass; rows that are taken out have to be written into this table.
            statement.execute("LOCK TABLE processed_log IN SHARE MODE");
            job = drain(realm, Map.of("chunkSize", 100));
            job.await(document -> document.path("counts").path("created").asLong() > 0);
            for (Node node : List.copyOf(server.nodes())) {
                node.kill();
            }
            connection.rollback();
        }
        server.startNode();

        JsonNode done = finished(job);

        assertThat(done.path("state").asText()).as("%s", done).isEqualTo("completed");
        assertThat(done.path("counts").path("created").asLong()).isEqualTo(300);
        assertThat(left()).isZero();
        assertThat(log())
                .hasSize(300)
                .allSatisfy(row -> assertThat(row.outcome()).isEqualTo("created"));
    }

    @Test
    void credentialsOfTheQueueAreShownNowhere() throws Exception {
        ImportRealm realm = ImportRealm.create(server, Map.of());
        ServerLog log = ServerLog.from(server.node());
        execute("ALTER ROLE drainer NOLOGIN");
        ImportJob job;
        try {
            job = drain(realm, Map.of());
            log.await("Work queue legacy: polling and acknowledgement suspended");
        } finally {
            execute("ALTER ROLE drainer LOGIN");
        }
        JsonNode done = finished(job);

        assertThat(done.path("state").asText()).as("%s", done).isEqualTo("completed");
        assertThat(done.toString()).doesNotContain(PASSWORD);
        for (Node node : server.nodes()) {
            assertThat(node.log()).doesNotContain(PASSWORD);
        }
    }
}
