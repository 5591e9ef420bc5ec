package org.millrace.testsuite.advisor.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.advisor.AdvisorContract.ADVISOR;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.condition.EnabledIf;
import org.millrace.testsuite.advisor.Reports;
import org.millrace.testsuite.advisor.load.Load;
import org.millrace.testsuite.advisor.load.LoadedRealm;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.server.JavaHeap;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;

/** A server that is set up with sense and has time to spare is left in peace, and hardly notices that it is watched. */
class HealthyServerIT {

    private static final Logger LOG = System.getLogger(HealthyServerIT.class.getName());

    private static final Duration WATCHED = Duration.ofMinutes(10);

    /** As long as it takes for what a load leaves in memory to be there. */
    private static final Duration UNWATCHED = Duration.ofMinutes(1);

    private static final Duration PAUSE = Duration.ofSeconds(5);

    private static final double MOST_OF_A_CORE = 0.005;
    private static final double MOST_MEBIBYTES = 16;

    @FaultTest
    @EnabledIf(
            value = "org.millrace.testsuite.server.SharedServers#areProcesses",
            disabledReason = "jcmd sees processes of this machine")
    void nothingAboveANoteIsFoundInTenMinutesAndWatchingCostsNextToNothing() {
        Watched watched = watch();
        double unwatched = mebibytesUnwatched();
        double cost = watched.mebibytes() - unwatched;
        LOG.log(
                Level.INFO,
                String.format(
                        Locale.ROOT,
                        "cost: %.2f %% of one core, %.1f MiB of heap (%.1f instead of %.1f)",
                        100 * watched.cores(),
                        cost,
                        watched.mebibytes(),
                        unwatched));

        assertThat(watched.found()).isEmpty();
        assertThat(watched.cores()).isPositive().isLessThanOrEqualTo(MOST_OF_A_CORE);
        assertThat(cost).isLessThanOrEqualTo(MOST_MEBIBYTES);
    }

    /**
     * What ten minutes showed.
     *
     * @param cores of the processors that the advisor's threads used
     * @param mebibytes of heap in use after them
     */
    private record Watched(List<String> found, double cores, double mebibytes) {}

    private static Watched watch() {
        List<String> found = new ArrayList<>();
        try (ServerUnderTest server = ServerUnderTest.start(options())) {
            AdminClient admin = AdminClient.of(server.node());
            LoadedRealm.create(admin, "");
            double cores;
            try (Load load = load(server)) {
                long start = System.nanoTime();
                double before = processorSeconds(admin);
                while (System.nanoTime() - start < WATCHED.toNanos()) {
                    Treatment.log("healthy", load.perSecond(PAUSE));
                    for (JsonNode finding : new Reports(admin, "5m").now().path("findings")) {
                        if (!finding.path("severity").asText().equals("info")) {
                            found.add(finding.path("rule").asText() + ": "
                                    + finding.path("why").asText());
                        }
                    }
                }
                cores = (processorSeconds(admin) - before) * 1e9 / (System.nanoTime() - start);
            }
            return new Watched(found, cores, mebibytesAtRest(server, admin));
        }
    }

    private static double mebibytesUnwatched() {
        ServerOptions options =
                options().withBuildOption("spi-admin-realm-restapi-extension--advisor--enabled", "false");
        try (ServerUnderTest server = ServerUnderTest.start(options)) {
            AdminClient admin = AdminClient.of(server.node());
            LoadedRealm.create(admin, "");
            try (Load load = load(server)) {
                load.perSecond(UNWATCHED);
            }
            return mebibytesAtRest(server, admin);
        }
    }

    private static ServerOptions options() {
        return FaultsIT.options()
                .with("db-pool-initial-size", "15")
                .with("db-pool-min-size", "15")
                .with("db-pool-max-size", "15")
                .with("http-max-queued-requests", "500")
                .with("http-metrics-slos", "250");
    }

    private static Load load(ServerUnderTest server) {
        return new Load(server.node(), 3, Load.paced(Duration.ofMillis(900), Load.MIXED));
    }

    /** Without the sessions of the load, of which a longer one leaves more. */
    private static double mebibytesAtRest(ServerUnderTest server, AdminClient admin) {
        admin.deleteRealm(LoadedRealm.NAME);
        return new JavaHeap(server.node().javaPid().orElseThrow()).mebibytesAfterCollection();
    }

    /** Of the advisor's own threads, so far. */
    private static double processorSeconds(AdminClient admin) {
        for (JsonNode signal : admin.get(ADVISOR + "/snapshot").ok().json().path("signals")) {
            if (signal.path("name").asText().equals("advisor.cpu.time")) {
                return signal.path("value").asDouble();
            }
        }
        throw new AssertionError("the advisor does not say what it costs");
    }
}
