package org.millrace.testsuite.advisor.incident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.millrace.testsuite.advisor.AdvisorContract.ADVISOR;
import static org.millrace.testsuite.advisor.load.LoadedRealm.execute;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.millrace.testsuite.advisor.Brief;
import org.millrace.testsuite.advisor.Reports;
import org.millrace.testsuite.advisor.fault.FaultTest;
import org.millrace.testsuite.advisor.fault.FaultsIT;
import org.millrace.testsuite.advisor.fault.SlowServer;
import org.millrace.testsuite.advisor.fault.Treatment;
import org.millrace.testsuite.advisor.load.Load;
import org.millrace.testsuite.advisor.load.LoadedRealm;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;
import org.millrace.testsuite.server.database.DatabaseKind;

/**
 * Incidents from public reports on a real server with logins in the background: the principal finding of the default report is right,
 * and it is gone within a minute after the incident. With {@code -Pfaults} only.
 */
abstract class IncidentsContract {

    private static final Logger LOG = System.getLogger(IncidentsContract.class.getName());

    private static final String MANY_USERS = """
            INSERT INTO user_entity (id, realm_id, username, email, email_constraint, enabled, email_verified, not_before,
                                     first_name, last_name)
            SELECT 'many-' || n, r.id, 'many-' || n, 'many-' || n || '@example.org', 'many-' || n, true, true, 0,
                   'First' || n, 'Last' || n
            FROM realm r, generate_series(1, 200000) n WHERE r.name = 'load';
            ANALYZE user_entity""";

    private final ServerUnderTest server;
    private final AdminClient admin;

    IncidentsContract(ServerUnderTest server) {
        this.server = server;
        admin = AdminClient.of(server.node());
    }

    /**
     * Skips the test, and says why, if this machine lacks what it takes.
     *
     * @param kind how Keycloak gets to PostgreSQL
     */
    static ServerUnderTest server(DatabaseKind kind) {
        assumeTrue(kind.missing().isEmpty(), () -> kind.missing().orElse(""));
        return SharedServers.get(options().over(kind));
    }

    static ServerOptions options() {
        return limited(FaultsIT.options());
    }

    /** With less than Keycloak's defaults, which a machine with few processors would not reach. */
    static ServerOptions limited(ServerOptions options) {
        return options.with("db-pool-max-size", "20")
                .with("http-pool-max-threads", "20")
                .withDatabaseSetting("max_connections", "60");
    }

    @BeforeEach
    void prepare() {
        // What the test before did is over.
        Brief.await(server.node(), each -> !each.json().path("principal").isTextual());
        LoadedRealm.create(admin, LoadedRealm.CHEAP);
    }

    @AfterEach
    void asItWas() {
        admin.deleteRealm(LoadedRealm.NAME);
    }

    /** keycloak#16487, #33166. */
    @FaultTest
    void searchInsideOfNamesOfManyUsersIsNamedByItsStatement() throws SQLException {
        execute(server, MANY_USERS);
        try (Load background = background();
                Load load = new Load(server.node(), 6, (each, client) -> {
                    String token = each.grant();
                    for (int i = 0; i < 20; i++) {
                        each.read("?max=20&search=*zz" + client + "x" + i + "*", token);
                    }
                })) {
            JsonNode finding = principal("KC-PG-022");

            assertThat(finding.path("why").asText())
                    .containsIgnoringCase("user_entity")
                    .contains("gin_trgm_ops")
                    .doesNotContain("zz1x");
            Treatment.log("KC-PG-022", load.perSecond(Treatment.MEASURED));
            LOG.log(Level.INFO, finding.toString());
        }
        isGone("KC-PG-022");
    }

    /** keycloak#32003. */
    @FaultTest
    void slowLdapServerIsNamedByItsHost() {
        try (SlowServer ldap = new SlowServer()) {
            LoadedRealm.addLdap(admin, ldap.port());
            try (Load background = background();
                    Load load = new Load(server.node(), 8, Load.UNKNOWN_ADDRESSES)) {
                principal("KC-EXT-001");

                // What realms are configured to use is read a few times a minute.
                JsonNode report = new Reports(admin, "5m")
                        .awaitReport(
                                "the LDAP server",
                                each -> each.path("findings")
                                        .path(0)
                                        .path("why")
                                        .asText()
                                        .contains("ldap://127.0.0.1:" + ldap.port() + ", connection timeout 5000 ms"));
                assertThat(report.path("principal").asText()).isEqualTo("KC-EXT-001");
                LOG.log(Level.INFO, report.path("findings").path(0).toString());
            }
        }
        isGone("KC-EXT-001");
    }

    /** keycloak#42224. */
    @FaultTest
    void databaseThatIsStoppedIsNamedWhileItIsAndKeptAsAnIncident() {
        try (Load background = background()) {
            server.killDatabase();
            long begun = System.nanoTime();
            try {
                JsonNode brief = Brief.await(
                                server.node(), each -> each.principal().equals("KC-PG-020"))
                        .json();
                log("KC-PG-020", begun);
                assertThat(brief.path("principal").asText()).isEqualTo("KC-PG-020");
                assertThat(brief.path("title").asText()).isEqualTo("The database cannot be reached");
                assertThat(brief.path("since").asText()).isNotEmpty();
            } finally {
                server.restartDatabase();
            }
            Brief after = Brief.await(server.node(), each -> !each.principal().equals("KC-PG-020"));
            assertThat(after.principal()).isNotEqualTo("KC-PG-020");
        }
        JsonNode incidents = new Polled(admin).incidents();
        LOG.log(Level.INFO, incidents.toString());
        assertThat(incidents.findValuesAsText("principal")).contains("KC-PG-020");
        for (JsonNode incident : incidents) {
            if (incident.path("principal").asText().equals("KC-PG-020")) {
                JsonNode report = admin.get(
                                ADVISOR + "/incidents/" + incident.path("id").asText())
                        .ok()
                        .json();
                assertThat(report.path("principal").asText()).isEqualTo("KC-PG-020");
                assertThat(report.path("findings").path(0).path("why").asText()).contains("SQLSTATE");
            }
        }
        assertThat(server.node().log()).contains("Principal finding KC-PG-020");
    }

    /** keycloak-community#252, keycloak#17485. */
    @FaultTest
    void clientsThatHoldAllConnectionSlotsAreNamed() throws SQLException {
        List<Connection> taken = new ArrayList<>();
        try (Load background = background()) {
            LockSupport.parkNanos(Duration.ofSeconds(5).toNanos());
            takeAll(taken);
            JsonNode finding = principal("KC-PG-021");

            assertThat(finding.path("why").asText()).contains("idle of user", "127.0.0.1");
            LOG.log(Level.INFO, finding.toString());
        } finally {
            for (Connection connection : taken) {
                connection.close();
            }
        }
        isGone("KC-PG-021");
    }

    @FaultTest
    void processesThatUseTheProcessorsAreNamed() throws IOException {
        List<Process> others = new ArrayList<>();
        try (Load logins = new Load(server.node(), 4, Load.LOGINS)) {
            for (int i = 0; i < 10 * Runtime.getRuntime().availableProcessors(); i++) {
                others.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
            }
            JsonNode finding = principal("KC-CPU-002");

            LOG.log(Level.INFO, finding.toString());
        } finally {
            others.forEach(Process::destroyForcibly);
        }
    }

    private Load background() {
        return new Load(server.node(), 2, Load.paced(Duration.ofMillis(300), Load.MIXED));
    }

    private void takeAll(List<Connection> taken) {
        try {
            while (taken.size() < 200) {
                taken.add(server.database().connect());
            }
        } catch (SQLException full) {
            LOG.log(Level.INFO, taken.size() + " connections taken: " + full.getSQLState());
        }
    }

    /** The principal finding of the management port, and then of the report as soon as that can be had. */
    private JsonNode principal(String rule) {
        long begun = System.nanoTime();
        Brief brief = Brief.await(server.node(), each -> each.principal().equals(rule));
        log(rule, begun);
        assertThat(brief.principal()).as(brief.body()).isEqualTo(rule);
        return new Polled(admin).incident(rule).path("findings").path(0);
    }

    private void isGone(String rule) {
        long begun = System.nanoTime();
        Brief brief = Brief.await(server.node(), each -> !each.principal().equals(rule));
        log(rule + " gone", begun);
        assertThat(brief.principal()).isNotEqualTo(rule);
    }

    private static void log(String what, long begun) {
        LOG.log(
                Level.INFO,
                what + " after " + Duration.ofNanos(System.nanoTime() - begun).toSeconds() + " s");
    }

    /** What can be read once the server answers again. */
    private record Polled(AdminClient admin) {

        JsonNode incidents() {
            long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
            while (true) {
                try {
                    return admin.get(ADVISOR + "/incidents").ok().json().path("incidents");
                } catch (UncheckedIOException | AssertionError notYet) {
                    if (System.nanoTime() > deadline) {
                        throw notYet;
                    }
                    LockSupport.parkNanos(Duration.ofMillis(500).toNanos());
                }
            }
        }

        JsonNode incident(String rule) {
            for (JsonNode incident : incidents()) {
                if (incident.path("principal").asText().equals(rule)) {
                    return admin.get(ADVISOR + "/incidents/"
                                    + incident.path("id").asText())
                            .ok()
                            .json();
                }
            }
            throw new AssertionError("no incident of " + rule);
        }
    }
}
