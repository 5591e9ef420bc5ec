package org.millrace.testsuite.advisor.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.advisor.AdvisorContract.ADVISOR;
import static org.millrace.testsuite.advisor.load.LoadedRealm.execute;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.millrace.testsuite.advisor.Reports;
import org.millrace.testsuite.advisor.load.Traffic;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;

/** What is done about a fault, and what comes of it. */
public final class Treatment {

    public static final Duration MEASURED = Duration.ofSeconds(10);

    /** A window of the report, and the time that a finding is held for beyond it. */
    static final Duration SETTLED = Duration.ofSeconds(65);

    private static final Logger LOG = System.getLogger(Treatment.class.getName());

    private Treatment() {}

    /**
     * The first report whose principal finding is the rule's.
     *
     * @throws AssertionError if there is none in two minutes
     */
    static JsonNode principal(String rule, AdminClient admin) {
        return await(rule, admin, report -> isPrincipal(rule, report));
    }

    /**
     * The same that proposes a change: while a server is cold, its processors are what more of anything would wait for.
     *
     * @throws AssertionError if there is none in two minutes
     */
    static JsonNode principalWithChange(String rule, AdminClient admin) {
        return await(
                rule,
                admin,
                report -> isPrincipal(rule, report)
                        && Reports.finding(rule, report).path("change").isObject());
    }

    private static boolean isPrincipal(String rule, JsonNode report) {
        return report.path("principal").asText().equals(rule);
    }

    private static JsonNode await(String rule, AdminClient admin, Predicate<JsonNode> wanted) {
        JsonNode report = new Reports(admin, "1m").awaitReport(rule, wanted);
        LOG.log(
                Level.INFO,
                rule + ": " + Reports.finding(rule, report).path("why").asText());
        return report;
    }

    /** What is done before a fault is looked for: rows, and clients. */
    interface Preparation {
        Traffic start(ServerUnderTest server, AdminClient admin) throws SQLException;
    }

    /**
     * On one server with the fault and on another one, alike but for what the first one's report says, and as warm.
     *
     * @return how many times as many requests are answered
     */
    static double gainByANewServer(String rule, ServerOptions faulty, Preparation preparation) throws SQLException {
        double before;
        Duration warmth;
        ServerOptions cured;
        try (ServerUnderTest server = ServerUnderTest.start(faulty)) {
            AdminClient admin = AdminClient.of(server.node());
            try (Traffic traffic = preparation.start(server, admin)) {
                long started = System.nanoTime();
                cured = with(step(rule, principalWithChange(rule, admin)), faulty);
                warmth = Duration.ofNanos(System.nanoTime() - started);
                before = traffic.perSecond(MEASURED);
            }
        }
        try (ServerUnderTest server = ServerUnderTest.start(cured)) {
            AdminClient admin = AdminClient.of(server.node());
            try (Traffic traffic = preparation.start(server, admin)) {
                traffic.perSecond(warmth.compareTo(SETTLED) > 0 ? warmth : SETTLED);
                double after = traffic.perSecond(MEASURED);

                isHealthy(rule, admin);
                log(rule, before, after);
                return after / before;
            }
        }
    }

    private static ServerOptions with(JsonNode step, ServerOptions faulty) {
        String name = step.path("name").asText();
        String value = step.path("to").asText();
        if (step.path("kind").asText().equals("jvm-option")) {
            return faulty.withJavaOptions(name + "=" + value);
        }
        assertThat(step.path("from").asText()).isEqualTo(faulty.options().get(name));
        return faulty.with(name, value);
    }

    /**
     * Returns once the rule has looked at a whole window and found nothing.
     *
     * @throws AssertionError if that is not so in two minutes
     */
    static void isHealthy(String rule, AdminClient admin) {
        JsonNode report = new Reports(admin, "1m")
                .awaitReport(rule + " is healthy", each -> healthy(each).contains(rule));
        LOG.log(
                Level.INFO,
                rule + " is gone; now: " + report.path("principal").asText("nothing") + ", "
                        + report.path("findings").findValuesAsText("rule"));
    }

    private static List<String> healthy(JsonNode report) {
        List<String> rules = new ArrayList<>();
        report.path("healthy").forEach(rule -> rules.add(rule.asText()));
        return rules;
    }

    /** The one step that a finding proposes. */
    static JsonNode step(String rule, JsonNode report) {
        JsonNode steps = Reports.finding(rule, report).at("/change/apply");
        assertThat(steps).as(rule).hasSize(1);
        JsonNode step = steps.get(0);
        LOG.log(
                Level.INFO,
                rule + " proposes " + step.path("name").asText() + " from "
                        + step.path("from").asText() + " to " + step.path("to").asText());
        return step;
    }

    /** What the report proposes, as its own plan writes it. */
    static void applyPlan(ServerUnderTest server, AdminClient admin, String expected) throws SQLException {
        applyPlan(server, admin, Pattern.compile(Pattern.quote(expected)));
    }

    /** The same of a value that is calculated from what the plan's window has of the load. */
    static void applyPlan(ServerUnderTest server, AdminClient admin, Pattern expected) throws SQLException {
        String script = admin.get(ADVISOR + "/plan?profile=production&target=sql")
                .ok()
                .json()
                .at("/apply/text")
                .asText();
        List<String> lines = script.lines()
                .filter(Pattern.compile(expected + ";").asMatchPredicate())
                .toList();
        assertThat(lines).as(script).hasSize(1);
        execute(server, lines.get(0));
    }

    /**
     * Returns once the rule finds nothing any more, under the same load.
     *
     * @throws AssertionError if that is not so in two minutes
     */
    static void isGone(String rule, double before, Traffic traffic, AdminClient admin) {
        double after = traffic.perSecond(MEASURED);
        isHealthy(rule, admin);
        log(rule, before, after);
    }

    /** Logs the throughput during a fault. */
    public static void log(String rule, double during) {
        LOG.log(Level.INFO, String.format(Locale.ROOT, "%s: %.0f requests a second", rule, during));
    }

    /** Logs the throughput before and after a treatment. */
    public static void log(String rule, double before, double after) {
        LOG.log(Level.INFO, String.format(Locale.ROOT, "%s: %.0f, then %.0f requests a second", rule, before, after));
    }
}
