package org.millrace.testsuite.importer.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.condition.EnabledIf;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.SchemaCheck;
import org.millrace.testsuite.importer.fixture.ServerLog;
import org.millrace.testsuite.importer.fixture.UserLine;
import org.millrace.testsuite.server.Node;

/** Jobs that take their records from the queue of another database, made by the statements in {@code docs/samples/work-queue.sql}. */
@EnabledIf(
        value = "org.millrace.testsuite.server.SharedServers#areProcesses",
        disabledReason = "faults are tried on plain processes")
@TestInstance(Lifecycle.PER_CLASS)
class WorkQueueIT extends WorkQueueServer {
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
    void queueNeedsThePermissionToImportAllUsers() {
        ImportRealm realm = ImportRealm.create(server, Map.of());
        Map<String, Object> request =
                Map.of("entity", "clients", "source", Map.of("type", "work-queue", "name", "legacy"));
        String jobs = ImportJob.collection(realm);

        assertThat(realm.newAdmin("manage-clients").post(jobs, request).status())
                .isEqualTo(403);
        assertThat(realm.newAdmin("manage-users").post(jobs, request).status()).isEqualTo(403);
        assertThat(realm.newAdmin("manage-clients", "manage-users")
                        .post(jobs, request)
                        .status())
                .isEqualTo(201);
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

    /** Waits until this number of rows have failed. */
    private void awaitFailures(int rows) throws SQLException {
        await("SELECT COUNT(*) FROM work_queue WHERE attempts > 1 OR attempts = 1 AND lease IS NULL", rows);
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
