package org.millrace.testsuite.importer.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;
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
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.RealmContents;
import org.millrace.testsuite.importer.fixture.References;
import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.importer.fixture.UserLine;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;

/**
 * Failures while a job runs on two nodes: afterwards every record has one outcome, each applied record was applied once, there
 * are no other entities, and all counts agree. Jobs are of users and of records of all types in turn. A run is repeated by its
 * number.
 */
@Thorough
@EnabledIf(
        value = "org.millrace.testsuite.server.SharedServers#areProcesses",
        disabledReason = "faults are tried on plain processes")
@TestInstance(Lifecycle.PER_CLASS)
class JobKillIT {
    private static final Logger LOG = System.getLogger(JobKillIT.class.getName());

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private ServerUnderTest server;

    @BeforeAll
    void startTwoNodes() {
        server = ServerUnderTest.start(ServerOptions.postgres()
                .startingFast()
                .with("spi-admin-realm-restapi-extension--bulk-import--job-lease-seconds", "5")
                .with("spi-admin-realm-restapi-extension--bulk-import--job-poll-millis", "200"));
        server.startNode();
    }

    @AfterAll
    void stop() {
        server.close();
    }

    /** As many as {@link Kills#inJobs} takes. */
    static IntStream runs() {
        int run = 0;
        for (int struck = 0; struck < Kills.inJobs(); struck += blows(run)) {
            run++;
        }
        return IntStream.rangeClosed(1, run);
    }

    private static int blows(int run) {
        return 2 + new SplittableRandom(run).nextInt(3);
    }

    @ParameterizedTest
    @MethodSource("runs")
    void everyRecordHasOneOutcomeAndIsThereOnce(int run) throws Exception {
        SplittableRandom random = new SplittableRandom(run);
        JobInput input = run % 2 == 1 ? JobInput.users(random, "run" + run) : FaultyGraph.of(random);
        Started started = start(input, 10 + random.nextInt(60));
        ImportJob seen;
        try (Onlookers onlookers = new Onlookers(server, started.realm(), input.expected())) {
            for (int i = 0; i < blows(run); i++) {
                LockSupport.parkNanos(
                        Duration.ofMillis(300 + random.nextInt(3000)).toNanos());
                Blow blow = Blow.values()[random.nextInt(Blow.values().length)];
                LOG.log(Level.INFO, "run {0}: {1}", run, blow);
                blow.strike(server, random);
            }
            seen = finished(started.job());
        }

        check(started, seen);
        undo(started, seen, run, random);
    }

    /** Whatever is killed while the job is undone, the realm is as it was before the job. */
    private void undo(Started started, ImportJob job, int run, SplittableRandom random) throws Exception {
        ImportJob undo = new ImportJob(job.admin(), job.jobs(), job.post("undo").createdId());
        LockSupport.parkNanos(Duration.ofMillis(100 + random.nextInt(1500)).toNanos());
        Blow blow = Blow.values()[random.nextInt(Blow.values().length)];
        LOG.log(Level.INFO, "run {0}, undo: {1}", run, blow);
        blow.strike(server, random);
        ImportJob seen = finished(undo);

        JsonNode done = seen.get();
        long undone = started.input().count("created") + started.input().count("updated");
        assertThat(done.path("counts").path("read").asLong()).as("%s", done).isEqualTo(undone);
        assertThat(seen.outcomes()).hasSize((int) undone);
        assertThat(References.of(server.database()).dangling()).as("%s", done).isEmpty();
        assertThat(done.path("state").asText()).as("%s", done).isEqualTo("completed");
        assertThat(RealmContents.of(server.database(), started.realm().name())).isEqualTo(started.before());
    }

    /** A job on its way into a realm of its own. */
    private record Started(
            JobInput input, ImportRealm realm, Map<String, RealmContents.Holding> before, ImportJob job) {}

    private Started start(JobInput input, int chunkSize) throws SQLException {
        ImportRealm realm = ImportRealm.create(server, Map.of("organizationsEnabled", true));
        Map<String, RealmContents.Holding> before = RealmContents.of(server.database(), realm.name());
        ImportJob job = ImportJob.create(realm.into(input.entity()), Map.of("chunkSize", chunkSize))
                .with(1, input.part(1))
                .with(2, input.part(2))
                .started();
        return new Started(input, realm, before, job);
    }

    /** The job, seen at a node that runs, once it is finished. */
    private ImportJob finished(ImportJob job) {
        await(job, server::node, document -> !document.path("state").asText().equals("running"));
        return job.as(AdminClient.of(server.node()));
    }

    /** The job's document at this node, once it is so. Requests fail while nodes start, or while Keycloak's caches wait for a frozen node. */
    private static JsonNode await(ImportJob job, Supplier<Node> node, Predicate<JsonNode> condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        String last = "nothing";
        while (System.nanoTime() < deadline) {
            try {
                JsonNode document = job.as(AdminClient.of(node.get())).get();
                last = document.toString();
                if (condition.test(document)) {
                    return document;
                }
            } catch (RuntimeException e) {
                last = String.valueOf(e.getMessage());
            }
            LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
        }
        throw new AssertionError("the job is not as expected after " + PATIENCE.toSeconds() + " s: " + last);
    }

    private void check(Started started, ImportJob job) throws SQLException {
        JobInput input = started.input();
        JsonNode done = job.get();
        assertThat(done.path("state").asText()).as("%s", done).isEqualTo("completed-with-errors");
        List<JsonNode> outcomes = job.outcomes();
        assertThat(outcomes).hasSize(input.lines().size());
        int first = input.part(1).size();
        for (int i = 0; i < outcomes.size(); i++) {
            JsonNode outcome = outcomes.get(i);
            assertThat(outcome.path("part").asInt()).isEqualTo(i < first ? 1 : 2);
            assertThat(outcome.path("line").asInt()).isEqualTo(i < first ? i + 1 : i - first + 1);
            assertThat(outcome.path("status").asText())
                    .as("%s of %s", outcome, input.lines().get(i))
                    .isEqualTo(input.statuses().get(i));
        }
        for (String status : List.of("created", "updated", "rejected")) {
            assertThat(done.path("counts").path(status).asLong()).as(status).isEqualTo(input.count(status));
        }
        assertThat(done.path("counts").path("read").asInt())
                .isEqualTo(input.lines().size());
        assertThat(job.retryFile()).hasSize((int) input.count("rejected"));
        assertThat(keptThoughApplied(job)).isZero();
        List<String> ids = ImportJob.texts(outcomes, "id");
        input.expected().check(server.database(), started.realm(), started.before(), ids);
        assertThat(References.of(server.database()).dangling()).isEmpty();
        for (Node node : server.nodes()) {
            input.expected().checkAnswers(server.database(), started.realm().as(AdminClient.of(node)));
        }
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

    @Test
    void everyDeletionHasOneOutcomeAndIsDoneOnce() throws Exception {
        SplittableRandom random = new SplittableRandom(28);
        ImportRealm realm = ImportRealm.create(server, Map.of());
        Map<String, RealmContents.Holding> before = RealmContents.of(server.database(), realm.name());
        List<UserLine> users = UserLine.several("gone", 5_000);
        assertThat(realm.with("outcomes=problems").take(users).count("created")).isEqualTo(users.size());
        ImportJob job = ImportJob.create(realm, Map.of("chunkSize", 25))
                .with(
                        1,
                        users.stream()
                                .map(user -> "{\"$op\":\"delete\",\"username\":\"" + user.username() + "\"}")
                                .toList())
                .started();
        for (int i = 0; i < 3; i++) {
            LockSupport.parkNanos(Duration.ofMillis(200 + random.nextInt(800)).toNanos());
            Blow blow = Blow.values()[random.nextInt(Blow.values().length)];
            LOG.log(Level.INFO, "deletions: {0}", blow);
            blow.strike(server, random);
        }

        ImportJob seen = finished(job);

        assertThat(seen.get().path("state").asText()).as("%s", seen.get()).isEqualTo("completed");
        assertThat(seen.get().path("counts").path("deleted").asInt()).isEqualTo(users.size());
        assertThat(ImportJob.texts(seen.outcomes(), "status"))
                .hasSize(users.size())
                .containsOnly("deleted");
        assertThat(RealmContents.of(server.database(), realm.name())).isEqualTo(before);
        assertThat(References.of(server.database()).dangling()).isEmpty();
    }

    @Test
    void jobsResumeAfterTheClusterRestarts() throws Exception {
        Started started = start(JobInput.users(new SplittableRandom(0), "stopped"), 10);
        started.job().await(document -> document.path("counts").path("read").asLong() > 0);

        server.nodes().forEach(Node::stop);
        server.startNode();
        server.startNode();

        ImportJob seen = finished(started.job());
        check(started, seen);
        // Chunks that a stopping node releases are not lost: no other node starts them again.
        assertThat(seen.get().path("attempts").asInt()).isEqualTo(1);
    }

    @Test
    void aNodeThatStoodStillPastItsLeaseWritesNothing() throws Exception {
        ChunkHolders holders = ChunkHolders.of(server);
        Started started = start(JobInput.users(new SplittableRandom(0), "frozen", 20_000), 20);
        Node frozen = holders.frozen(started.job());
        try {
            Node other = server.nodes().stream()
                    .filter(node -> node != frozen)
                    .findFirst()
                    .orElseThrow();
            // Its chunks go to the other node when their leases have run out, if they were not just being committed.
            await(
                    started.job(),
                    () -> other,
                    document -> document.path("nodes").size() < 2
                            || document.path("state").asText().startsWith("completed"));
            LockSupport.parkNanos(Duration.ofSeconds(12).toNanos());
        } finally {
            frozen.thaw();
        }

        check(started, finished(started.job()));
    }
}
