package org.millrace.testsuite.importer.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.importer.fault.Kills;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.importer.fixture.UserLine;
import org.millrace.testsuite.server.Node;

/** Jobs on a work queue whose nodes are killed: each row is written and logged once. */
@EnabledIf(
        value = "org.millrace.testsuite.server.SharedServers#areProcesses",
        disabledReason = "faults are tried on plain processes")
@TestInstance(Lifecycle.PER_CLASS)
class WorkQueueKillIT extends WorkQueueServer {
    /** Each run kills four nodes, and waits for the next ones. */
    private static final int KILLS_A_RUN = 4;

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
}
