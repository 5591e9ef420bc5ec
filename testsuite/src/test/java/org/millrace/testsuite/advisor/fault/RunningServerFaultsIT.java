package org.millrace.testsuite.advisor.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.millrace.testsuite.advisor.fault.Treatment.MEASURED;
import static org.millrace.testsuite.advisor.fault.Treatment.applyPlan;
import static org.millrace.testsuite.advisor.fault.Treatment.isGone;
import static org.millrace.testsuite.advisor.fault.Treatment.isHealthy;
import static org.millrace.testsuite.advisor.fault.Treatment.log;
import static org.millrace.testsuite.advisor.fault.Treatment.principal;
import static org.millrace.testsuite.advisor.fault.Treatment.principalWithChange;
import static org.millrace.testsuite.advisor.fault.Treatment.step;
import static org.millrace.testsuite.advisor.load.LoadedRealm.execute;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.millrace.testsuite.advisor.Reports;
import org.millrace.testsuite.advisor.load.ImpatientTraffic;
import org.millrace.testsuite.advisor.load.Load;
import org.millrace.testsuite.advisor.load.LoadedRealm;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** Faults that come and go while one server runs, as {@link FaultsIT}. */
class RunningServerFaultsIT {

    private static final Logger LOG = System.getLogger(RunningServerFaultsIT.class.getName());

    /** Less than a login takes with {@link FaultsIT#SLOW_EVENTS}, and far more. */
    private static final Duration IMPATIENT = Duration.ofMillis(30);

    private static final Duration PATIENT = Duration.ofSeconds(20);

    /** Many events of another realm. */
    private static final String MANY_EVENTS = """
            INSERT INTO event_entity (id, realm_id, event_time, type, client_id, user_id)
            SELECT gen_random_uuid(), gen_random_uuid(), n, 'LOGIN', 'client', gen_random_uuid()
              FROM generate_series(1, 200) n;
            SELECT pg_sleep(0.05)""";

    private static final Pattern ROOM = Pattern.compile("ALTER SYSTEM SET max_wal_size = '\\d+GB'");

    private final ServerUnderTest server = SharedServers.get(FaultsIT.options());
    private final AdminClient admin = AdminClient.of(server.node());

    @BeforeEach
    void awaitTheEndOfWhatWasBefore() {
        new Reports(admin, "1m")
                .awaitReport("no principal", report -> report.path("principal").isNull());
        LoadedRealm.create(admin, LoadedRealm.CHEAP);
    }

    @AfterEach
    void asItWas() throws SQLException {
        execute(server, "DROP FUNCTION IF EXISTS slow CASCADE");
        execute(server, "ALTER SYSTEM RESET ALL");
        execute(server, "SELECT pg_reload_conf()");
        admin.deleteRealm(LoadedRealm.NAME);
    }

    @FaultTest
    void quotaOfProcessorsIsCuredByAHigherOne() throws SQLException {
        Optional<CpuQuota> allowed = CpuQuota.create();
        assumeThat(allowed)
                .as("a control group with a quota, which this machine does not let us make")
                .isPresent();
        try (CpuQuota quota = allowed.orElseThrow();
                Load load = new Load(server.node(), 8, Load.paced(Duration.ofMillis(500), Load.MIXED))) {
            quota.limit(0.5);
            quota.add(server.node().javaPid().orElseThrow());
            JsonNode step = step("KC-CPU-001", principal("KC-CPU-001", admin));
            double before = load.perSecond(MEASURED);

            assertThat(step.path("name").asText()).isEqualTo("limits.cpu");
            quota.limit(step.path("to").asDouble());

            isHealthy("KC-CPU-001", admin);
            double after = load.perSecond(MEASURED);
            log("KC-CPU-001", before, after);
            assertThat(after).isGreaterThan(before);
        }
    }

    /** The clients are at fault: nothing but their patience is to be changed. */
    @FaultTest
    void stormOfCancelledRequestsIsCuredByPatience() throws SQLException {
        execute(server, FaultsIT.SLOW_EVENTS);
        double before;
        try (ImpatientTraffic traffic = new ImpatientTraffic(server.node(), 4, IMPATIENT)) {
            JsonNode finding = Reports.finding("KC-H2-001", principal("KC-H2-001", admin));
            before = traffic.perSecond(MEASURED);

            assertThat(finding.path("change").isNull()).isTrue();
            assertThat(finding.path("why").asText()).contains("the client's time-out");
            List<ImpatientTraffic.Ending> endings = traffic.endings();
            LOG.log(Level.INFO, traffic.cancelled() + " cancelled; connections ended so: " + endings);
            assertThat(endings).isNotEmpty();
        }
        try (ImpatientTraffic traffic = new ImpatientTraffic(server.node(), 4, PATIENT)) {
            double after = traffic.perSecond(MEASURED);

            isHealthy("KC-H2-001", admin);
            log("KC-H2-001", before, after);
            assertThat(traffic.endings()).isEmpty();
            assertThat(after).isGreaterThan(1.3 * before);
        }
    }

    @FaultTest
    void logTooSmallForWhatIsWrittenIsCuredByRoomForIt() throws SQLException {
        execute(server, "ALTER SYSTEM SET max_wal_size = '32MB'");
        execute(server, "SELECT pg_reload_conf()");
        try (Load load = new Load(server.node(), 6, Load.MIXED);
                Churn churn = new Churn(server.database(), MANY_EVENTS)) {
            step("KC-PG-004", principal("KC-PG-004", admin));
            double before = load.perSecond(MEASURED);

            applyPlan(server, admin, ROOM);
            execute(server, "SELECT pg_reload_conf()");

            isGone("KC-PG-004", before, load, admin);
            assertThat(churn.isAlive()).as("as much is written").isTrue();
        }
    }

    @FaultTest
    void commitsThatAreHeldBackAreCuredByLettingThemGo() throws SQLException {
        execute(server, "ALTER SYSTEM SET commit_delay = 100000");
        execute(server, "ALTER SYSTEM SET commit_siblings = 0");
        execute(server, "SELECT pg_reload_conf()");
        try (Load load = new Load(server.node(), 12, Load.CHANGING)) {
            // Parameters are read twice a minute.
            String to = step("KC-PG-014", principalWithChange("KC-PG-014", admin))
                    .path("to")
                    .asText();
            double before = load.perSecond(MEASURED);

            applyPlan(server, admin, "ALTER SYSTEM SET commit_delay = '" + to + "'");
            execute(server, "SELECT pg_reload_conf()");

            isHealthy("KC-PG-014", admin);
            double after = load.perSecond(MEASURED);
            log("KC-PG-014", before, after);
            assertThat(after).isGreaterThan(1.3 * before);
        }
    }
}
