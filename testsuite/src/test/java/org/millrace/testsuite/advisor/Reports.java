package org.millrace.testsuite.advisor;

import static org.millrace.testsuite.advisor.AdvisorContract.ADVISOR;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.millrace.testsuite.client.AdminClient;

/** The reports of one node over the last few seconds: what other tests did to the server is past. */
public final class Reports {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final AdminClient admin;
    private final String window;

    /** Reports of the last ten seconds. */
    public Reports(AdminClient admin) {
        this(admin, "10s");
    }

    /** Reports with a window as the query parameter has it. */
    public Reports(AdminClient admin, String window) {
        this.admin = admin;
        this.window = window;
    }

    /** The current report. */
    public JsonNode now() {
        return admin.get(ADVISOR + "/report?window=" + window).ok().json();
    }

    /** A plan, which reads the settings of the database again. */
    JsonNode renewed() {
        admin.get(ADVISOR + "/plan").ok();
        return now();
    }

    /**
     * The first report that is as wanted.
     *
     * @throws AssertionError if there is none in two minutes, with the last one
     */
    public JsonNode awaitReport(String what, Predicate<JsonNode> wanted) {
        return await(what, this::now, wanted);
    }

    /** The same for {@link #renewed()}. */
    public JsonNode awaitRenewed(String what, Predicate<JsonNode> wanted) {
        return await(what, this::renewed, wanted);
    }

    private static JsonNode await(String what, Supplier<JsonNode> reports, Predicate<JsonNode> wanted) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        JsonNode report = reports.get();
        while (!wanted.test(report)) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError(what + " is not as wanted in " + report);
            }
            LockSupport.parkNanos(PAUSE.toNanos());
            report = reports.get();
        }
        return report;
    }

    /** The finding of a rule in a report. */
    public static JsonNode finding(String rule, JsonNode report) {
        for (JsonNode finding : report.path("findings")) {
            if (finding.path("rule").asText().equals(rule)) {
                return finding;
            }
        }
        return MissingNode.getInstance();
    }
}
