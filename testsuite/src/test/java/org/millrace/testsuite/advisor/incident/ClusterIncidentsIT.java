package org.millrace.testsuite.advisor.incident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.millrace.testsuite.advisor.AdvisorContract.ADVISOR;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.millrace.testsuite.advisor.Brief;
import org.millrace.testsuite.advisor.fault.CpuQuota;
import org.millrace.testsuite.advisor.fault.FaultTest;
import org.millrace.testsuite.advisor.fault.SlowServer;
import org.millrace.testsuite.advisor.load.Load;
import org.millrace.testsuite.advisor.load.LoadedRealm;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.ServerUnderTest;

/**
 * Incidents of two nodes that share the fault, or of which one has it: the report of the cluster has the right principal finding and
 * names the nodes. With {@code -Pfaults} only.
 */
class ClusterIncidentsIT {

    private static final Logger LOG = System.getLogger(ClusterIncidentsIT.class.getName());
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration PAUSE = Duration.ofMillis(500);

    /** Less than the load takes, and enough for the advisor. */
    private static final double QUOTA = 0.3;

    private static ServerUnderTest server;
    private static Node first;
    private static Node second;
    private static AdminClient admin;
    private static String firstName;
    private static String secondName;

    @BeforeAll
    static void startTwoNodes() {
        server = ServerUnderTest.start(IncidentsContract.options().withDatabaseSetting("max_connections", "80"));
        first = server.node();
        second = server.startNode();
        admin = AdminClient.of(first);
        firstName = name(first);
        secondName = name(second);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    private static String name(Node node) {
        return admin.at(node).get(ADVISOR).ok().json().path("node").asText();
    }

    @BeforeEach
    void prepare() {
        for (Node node : List.of(first, second)) {
            Brief.await(node, each -> !each.json().path("principal").isTextual());
        }
        LoadedRealm.create(admin, LoadedRealm.CHEAP);
    }

    @AfterEach
    void asItWas() {
        admin.deleteRealm(LoadedRealm.NAME);
    }

    @FaultTest
    void clientsThatHoldAllConnectionSlotsAreNamedByBothNodes() throws SQLException {
        List<Connection> taken = new ArrayList<>();
        try (Load one = background(first);
                Load other = background(second)) {
            LockSupport.parkNanos(Duration.ofSeconds(5).toNanos());
            takeAll(taken);
            JsonNode report = await("KC-PG-021", Set.of(firstName, secondName));

            assertThat(report.path("findings").path(0).path("why").asText()).contains("idle of user", "127.0.0.1");
        } finally {
            for (Connection connection : taken) {
                connection.close();
            }
        }
    }

    @FaultTest
    void forgottenTransactionIsNamedByBothNodes() throws SQLException {
        try (Connection forgotten = server.database().connect();
                Statement statement = forgotten.createStatement()) {
            forgotten.setAutoCommit(false);
            statement.execute("LOCK TABLE event_entity IN ACCESS EXCLUSIVE MODE");
            try (Load one = new Load(first, 4, Load.MIXED);
                    Load other = new Load(second, 4, Load.MIXED)) {
                JsonNode report = await("KC-PG-008", Set.of(firstName, secondName));

                assertThat(report.path("findings").path(0).path("why").asText()).contains("pg_terminate_backend");
            }
        }
    }

    @FaultTest
    void ldapServerIsNamedByTheNodeWhoseRequestsWaitForIt() {
        try (SlowServer ldap = new SlowServer()) {
            LoadedRealm.addLdap(admin, ldap.port());
            try (Load one = background(first);
                    Load other = new Load(second, 8, Load.UNKNOWN_ADDRESSES)) {
                await("KC-EXT-001", Set.of(secondName));
            }
        }
    }

    @FaultTest
    void nodeWithoutProcessorsIsNamed() {
        Optional<CpuQuota> allowed = CpuQuota.create();
        assumeThat(allowed)
                .as("a control group with a quota, which this machine does not let us make")
                .isPresent();
        try (CpuQuota quota = allowed.orElseThrow();
                Load one = background(first);
                Load other = new Load(second, 8, Load.paced(Duration.ofMillis(300), Load.MIXED))) {
            quota.limit(QUOTA);
            quota.add(second.javaPid().orElseThrow());
            try {
                await("KC-CPU-001", Set.of(secondName));
            } finally {
                quota.limit(Runtime.getRuntime().availableProcessors());
            }
        }
    }

    private static Load background(Node node) {
        return new Load(node, 2, Load.paced(Duration.ofMillis(300), Load.MIXED));
    }

    private static void takeAll(List<Connection> taken) {
        try {
            while (taken.size() < 200) {
                taken.add(server.database().connect());
            }
        } catch (SQLException full) {
            LOG.log(Level.INFO, taken.size() + " connections taken: " + full.getSQLState());
        }
    }

    /**
     * The report of the cluster, once the rule is principal and exactly these nodes have its finding. Both nodes are asked: either may be
     * the one that the fault keeps from answering.
     *
     * @throws AssertionError if there is none in two minutes
     */
    private static JsonNode await(String rule, Set<String> nodes) {
        long begun = System.nanoTime();
        String last = "no report";
        while (System.nanoTime() - begun < PATIENCE.toNanos()) {
            for (Node asked : List.of(first, second)) {
                Optional<JsonNode> report = report(asked);
                if (report.filter(each -> isNamed(rule, nodes, each)).isPresent()) {
                    LOG.log(
                            Level.INFO,
                            rule + " after "
                                    + Duration.ofNanos(System.nanoTime() - begun)
                                            .toSeconds() + " s on " + nodes + ": "
                                    + report.get().path("findings").path(0));
                    return report.get();
                }
                last = report.map(JsonNode::toString).orElse(last);
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        throw new AssertionError(rule + " is not principal on " + nodes + " in " + last);
    }

    /** Empty while a fault keeps the node from answering. */
    private static Optional<JsonNode> report(Node asked) {
        try {
            Answer answer = admin.at(asked).get(ADVISOR + "/report?scope=cluster");
            return answer.status() == 200 ? Optional.of(answer.json()) : Optional.empty();
        } catch (UncheckedIOException | IllegalStateException notNow) {
            LOG.log(Level.INFO, "no report: " + notNow);
            return Optional.empty();
        }
    }

    private static boolean isNamed(String rule, Set<String> nodes, JsonNode report) {
        Set<String> found = new TreeSet<>();
        for (JsonNode finding : report.path("findings")) {
            if (finding.path("rule").asText().equals(rule)) {
                found.add(finding.path("node").asText());
            }
        }
        JsonNode principal = report.path("findings").path(0);
        return report.path("principal").asText().equals(rule)
                && principal.path("principal").asBoolean()
                && principal.path("rule").asText().equals(rule)
                && found.equals(nodes);
    }
}
