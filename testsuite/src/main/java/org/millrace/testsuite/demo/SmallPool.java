package org.millrace.testsuite.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.ServerUnderTest;

/**
 * A fault and its cure: a connection pool of 3 under 40 login clients, and what the advisor says about it. Each login takes 200 ms
 * in the database, as on one far away, so that connections and not processors are the bottleneck on a busy machine, too.
 */
final class SmallPool {
    private static final String REALM = "load";
    private static final String OPTION = "db-pool-max-size";
    private static final int CLIENTS = 40;

    /** A node alone: in a cluster, Keycloak does not start with a pool of 3. */
    private static final Map<String, String> ALONE = Map.of("cache", "local");

    private static final String SLOW_EVENTS = """
            CREATE OR REPLACE FUNCTION demo_slow() RETURNS trigger LANGUAGE plpgsql
                AS $$ BEGIN PERFORM pg_sleep(0.2); RETURN NEW; END $$;
            CREATE OR REPLACE TRIGGER demo_slow BEFORE INSERT ON event_entity
                FOR EACH ROW EXECUTE FUNCTION demo_slow()""";

    private static final String NO_SLOW_EVENTS = "DROP FUNCTION IF EXISTS demo_slow CASCADE";

    private static final Duration WARM_UP = Duration.ofSeconds(10);
    private static final Duration MEASURED = Duration.ofSeconds(5);
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final ServerUnderTest server;
    private final Terminal terminal;

    SmallPool(ServerUnderTest server, Terminal terminal) {
        this.server = server;
        this.terminal = terminal;
    }

    /** Starts a node with the fault, asks the advisor, starts it again with the change, and leaves that node running. */
    void run() throws SQLException {
        execute(SLOW_EVENTS);
        try {
            faultAndCure();
        } finally {
            execute(NO_SLOW_EVENTS);
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = server.database().connectAsSuperuser();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void faultAndCure() {
        server.node().stop();
        Map<String, String> fault = new TreeMap<>(ALONE);
        fault.put(OPTION, "3");
        Node faulty = server.startNode(fault);
        AdminClient admin = AdminClient.of(faulty);
        LoginClients.createRealm(admin, REALM);
        double before;
        JsonNode finding;
        try (LoginClients clients = LoginClients.start(faulty, REALM, CLIENTS)) {
            finding = awaitFinding(admin);
            before = clients.perSecond(MEASURED);
        }
        if (finding.isMissingNode()) {
            terminal.line("  the report proposes no change of " + OPTION + "; see it in full below");
            return;
        }
        print(finding);
        JsonNode apply = finding.at("/change/apply");
        faulty.stop();
        Node cured = server.startNode(options(apply));
        double after;
        try (LoginClients clients = LoginClients.start(cured, REALM, CLIENTS)) {
            clients.perSecond(WARM_UP);
            after = clients.perSecond(MEASURED);
        }
        terminal.line("  measured: %,.0f logins per second before the change, %,.0f after it (%.1f times)"
                .formatted(before, after, after / before));
        for (JsonNode step : finding.at("/change/revert")) {
            terminal.line("  to revert: " + step(step));
        }
    }

    /** The finding that proposes a larger pool: the principal one, or another one if there is none in time; else a missing node. */
    private static JsonNode awaitFinding(AdminClient admin) {
        long begun = System.nanoTime();
        JsonNode other = MissingNode.getInstance();
        while (System.nanoTime() - begun < PATIENCE.toNanos()) {
            for (JsonNode finding :
                    admin.get(Demo.REPORT + "?window=1m").ok().json().path("findings")) {
                JsonNode apply = finding.at("/change/apply");
                if (changesOptions(apply) && apply.findValuesAsText("name").contains(OPTION)) {
                    if (finding.path("principal").asBoolean()) {
                        return finding;
                    }
                    other = finding;
                }
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        return other;
    }

    private static boolean changesOptions(JsonNode steps) {
        List<String> kinds = steps.findValuesAsText("kind");
        return !kinds.isEmpty() && kinds.stream().allMatch("option"::equals);
    }

    private static Map<String, String> options(JsonNode steps) {
        Map<String, String> options = new TreeMap<>(ALONE);
        for (JsonNode step : steps) {
            options.put(step.path("name").asText(), step.path("to").asText());
        }
        return options;
    }

    private void print(JsonNode finding) {
        terminal.line("  %s (%s): %s"
                .formatted(
                        finding.path("title").asText(),
                        finding.path("rule").asText(),
                        finding.path("why").asText()));
        for (JsonNode observed : finding.path("observed")) {
            terminal.line("    %s = %s %s"
                    .formatted(
                            observed.path("signal").asText(),
                            observed.path("value").asText(),
                            observed.path("unit").asText()));
        }
        for (JsonNode step : finding.at("/change/apply")) {
            terminal.line("  change: " + step(step));
        }
    }

    private static String step(JsonNode step) {
        JsonNode to = step.path("to");
        return to.isNull() || to.isMissingNode()
                ? "unset " + step.path("name").asText()
                : step.path("name").asText() + "=" + to.asText();
    }
}
