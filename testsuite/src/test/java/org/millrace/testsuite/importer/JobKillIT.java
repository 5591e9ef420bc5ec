package org.millrace.testsuite.importer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;

/**
 * Whatever is killed while a job runs on two nodes: afterwards every record has one outcome, what was applied is there once, and all
 * counts agree. A run is repeated by its number; {@code -Dmillrace.kills=100} makes that many.
 */
@EnabledIf(
        value = "org.millrace.testsuite.server.SharedServers#areProcesses",
        disabledReason = "faults are tried on plain processes")
@TestInstance(Lifecycle.PER_CLASS)
class JobKillIT {
    private static final Logger LOG = System.getLogger(JobKillIT.class.getName());

    private static final int RECORDS = 4000;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private ServerUnderTest server;

    @BeforeAll
    void startTwoNodes() {
        server = ServerUnderTest.start(ServerOptions.postgres()
                .with("spi-admin-realm-restapi-extension--bulk-import--job-lease-seconds", "5")
                .with("spi-admin-realm-restapi-extension--bulk-import--job-poll-millis", "200"));
        server.startNode();
    }

    @AfterAll
    void stop() {
        server.close();
    }

    static IntStream runs() {
        return IntStream.rangeClosed(1, Integer.getInteger("millrace.kills", 5));
    }

    /** Mixed records, all of them told apart by their names, and what each comes to. */
    private record Input(List<Object> lines, Map<Integer, String> statuses) {
        static Input of(SplittableRandom random, String name) {
            List<Object> lines = new ArrayList<>();
            Map<Integer, String> statuses = new TreeMap<>();
            for (int i = 1; i <= RECORDS; i++) {
                int kind = random.nextInt(20);
                statuses.put(i, kind < 3 && i > 1 ? "rejected" : "created");
                lines.add(
                        switch (i == 1 ? 19 : kind) {
                            case 0 -> "no json " + i;
                            case 1 -> UserLine.named(name + "-1");
                            case 2 -> UserLine.named(name + "-" + i).with("groups", List.of("/nowhere"));
                            default -> UserLine.named(name + "-" + i).email(name + i + "@example.org");
                        });
            }
            return new Input(lines, statuses);
        }
    }

    @ParameterizedTest
    @MethodSource("runs")
    void everyRecordHasOneOutcomeAndIsThereOnce(int run) throws Exception {
        SplittableRandom random = new SplittableRandom(run);
        ImportRealm realm = ImportRealm.create(server, Map.of());
        Input input = Input.of(random, "run" + run);
        int chunkSize = 10 + random.nextInt(60);
        ImportJob job = ImportJob.create(realm, Map.of("chunkSize", chunkSize))
                .with(1, input.lines().subList(0, RECORDS / 2))
                .with(2, input.lines().subList(RECORDS / 2, RECORDS))
                .started();
        int blows = 2 + random.nextInt(3);
        for (int i = 0; i < blows; i++) {
            LockSupport.parkNanos(Duration.ofMillis(300 + random.nextInt(3000)).toNanos());
            Blow blow = Blow.values()[random.nextInt(Blow.values().length)];
            LOG.log(Level.INFO, "run {0}: {1}", run, blow);
            blow.strike(server, random);
        }

        ImportJob seen = finished(job);

        check(seen, realm, input);
    }

    /** The job, seen at a node that runs, once it is finished; nodes and the database may still be on their way back. */
    private ImportJob finished(ImportJob job) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        String last = "nothing";
        while (System.nanoTime() < deadline) {
            try {
                ImportJob seen = job.as(AdminClient.of(server.node()));
                last = seen.get().toString();
                if (!seen.state().equals("running")) {
                    return seen;
                }
            } catch (RuntimeException e) {
                last = String.valueOf(e.getMessage());
            }
            LockSupport.parkNanos(Duration.ofMillis(500).toNanos());
        }
        throw new AssertionError("not finished in " + PATIENCE.toSeconds() + " s: " + last);
    }

    private void check(ImportJob job, ImportRealm realm, Input input) throws SQLException {
        JsonNode done = job.get();
        assertThat(done.path("state").asText()).as("%s", done).isEqualTo("completed-with-errors");
        List<JsonNode> outcomes = job.outcomes();
        assertThat(outcomes).hasSize(RECORDS);
        Map<String, String> ids = new TreeMap<>();
        for (int i = 1; i <= RECORDS; i++) {
            JsonNode outcome = outcomes.get(i - 1);
            int part = i <= RECORDS / 2 ? 1 : 2;
            assertThat(outcome.path("part").asInt()).isEqualTo(part);
            assertThat(outcome.path("line").asInt()).isEqualTo(part == 1 ? i : i - RECORDS / 2);
            assertThat(outcome.path("status").asText())
                    .as("%s", outcome)
                    .isEqualTo(input.statuses().get(i));
            if (outcome.path("status").asText().equals("created")) {
                ids.put(outcome.path("key").asText(), outcome.path("id").asText());
            }
        }
        assertThat(users(realm)).isEqualTo(ids);
        long rejected = RECORDS - ids.size();
        assertThat(done.path("counts").path("created").asLong()).isEqualTo(ids.size());
        assertThat(done.path("counts").path("rejected").asLong()).isEqualTo(rejected);
        assertThat(done.path("counts").path("read").asLong()).isEqualTo(RECORDS);
        assertThat(job.retryFile()).hasSize((int) rejected);
        assertThat(keptThoughApplied(job)).isZero();
    }

    /** Chunks whose records are still there although all of them were applied. */
    private long keptThoughApplied(ImportJob job) throws SQLException {
        try (Connection connection = server.database().connect();
                PreparedStatement query = connection.prepareStatement(
                        "SELECT COUNT(*) FROM millrace_job_chunk c JOIN millrace_job_block b"
                                + " ON b.upload_id = c.upload_id AND b.seq = c.seq WHERE c.job_id = ? AND NOT EXISTS"
                                + " (SELECT 1 FROM millrace_job_ledger l WHERE l.job_id = c.job_id AND l.part = c.part"
                                + " AND l.seq = c.seq AND l.rejected + l.failed + l.unprocessed > 0)")) {
            query.setString(1, job.id());
            try (ResultSet found = query.executeQuery()) {
                assertThat(found.next()).isTrue();
                return found.getLong(1);
            }
        }
    }

    /** Ids by names, from the rows themselves. */
    private Map<String, String> users(ImportRealm realm) throws SQLException {
        Map<String, String> users = new TreeMap<>();
        try (Connection connection = server.database().connect();
                PreparedStatement query = connection.prepareStatement(
                        "SELECT username, u.id FROM user_entity u JOIN realm r ON r.id = u.realm_id WHERE r.name = ?")) {
            query.setString(1, realm.name());
            try (ResultSet found = query.executeQuery()) {
                while (found.next()) {
                    assertThat(users.put(found.getString(1), found.getString(2)))
                            .isNull();
                }
            }
        }
        return users;
    }

    @Test
    void aClusterThatWasStoppedGoesOnUnasked() throws Exception {
        ImportRealm realm = ImportRealm.create(server, Map.of());
        Input input = Input.of(new SplittableRandom(0), "stopped");
        ImportJob job = ImportJob.create(realm, Map.of("chunkSize", 10))
                .with(1, input.lines().subList(0, RECORDS / 2))
                .with(2, input.lines().subList(RECORDS / 2, RECORDS))
                .started();
        job.await(document -> document.path("counts").path("read").asLong() > 0);

        server.nodes().forEach(Node::stop);
        server.startNode();
        server.startNode();

        ImportJob seen = finished(job);
        check(seen, realm, input);
        // Chunks that a node gives back when it stops were not lost: nobody had to begin them anew.
        assertThat(seen.get().path("attempts").asInt()).isEqualTo(1);
    }

    @Test
    void aNodeThatStoodStillPastItsLeaseWritesNothing() throws Exception {
        ImportRealm realm = ImportRealm.create(server, Map.of());
        Input input = Input.of(new SplittableRandom(0), "frozen");
        ImportJob job = ImportJob.create(realm, Map.of("chunkSize", 20))
                .with(1, input.lines().subList(0, RECORDS / 2))
                .with(2, input.lines().subList(RECORDS / 2, RECORDS))
                .started();
        Node frozen = server.nodes().get(1);
        ImportJob seen = job.as(AdminClient.of(server.nodes().get(0)));
        seen.await(document -> document.path("nodes").size() == 2);

        frozen.freeze();
        try {
            // Its chunks go to the other node when their leases have run out, if they were not just being committed.
            seen.await(document -> document.path("nodes").size() < 2
                    || document.path("state").asText().startsWith("completed"));
            LockSupport.parkNanos(Duration.ofSeconds(12).toNanos());
        } finally {
            frozen.thaw();
        }

        check(finished(job), realm, input);
    }
}
