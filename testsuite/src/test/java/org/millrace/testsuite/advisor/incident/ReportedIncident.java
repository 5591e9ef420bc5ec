package org.millrace.testsuite.advisor.incident;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import org.millrace.testsuite.advisor.Reports;
import org.millrace.testsuite.client.AdminClient;

/** Waits until reports name an incident, and until they do not any more. */
final class ReportedIncident {

    private static final Logger LOG = System.getLogger(ReportedIncident.class.getName());

    /** Other processes use the processors of the machine. The tests share it, so that may be so at any time. */
    private static final String STARVED = "KC-CPU-002";

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final AdminClient admin;

    ReportedIncident(AdminClient admin) {
        this.admin = admin;
    }

    /**
     * The finding of the rule, once it is principal and has the evidence: settings of realms are read every 15 seconds, and what an
     * earlier test did may have been found by the same rule. If other processes use the processors all the time, its category must be the
     * one with the most time of all others.
     *
     * @param category of the time model, as reports write it
     * @param evidence in the explanation, in any case of letters
     * @return the finding; a missing node if only the time model shows it, because the processors are used by others
     */
    JsonNode await(String rule, String category, String evidence) {
        long begun = System.nanoTime();
        JsonNode report = new Reports(admin, "5m").now();
        while (!isExplained(rule, evidence, report) && System.nanoTime() - begun < PATIENCE.toNanos()) {
            LockSupport.parkNanos(PAUSE.toNanos());
            report = new Reports(admin, "5m").now();
        }
        JsonNode finding = Reports.finding(rule, report);
        LOG.log(
                Level.INFO,
                rule + " after " + Duration.ofNanos(System.nanoTime() - begun).toSeconds() + " s; principal "
                        + report.path("principal").asText() + ", others "
                        + report.path("findings").findValuesAsText("rule") + "\n" + report.path("summary") + "\n"
                        + report.path("doNow") + "\n" + report.path("timeModel") + "\n" + finding);
        assertThat(isNamed(rule, category, report)).as("%s in %s", rule, report).isTrue();
        return finding;
    }

    private static boolean isExplained(String rule, String evidence, JsonNode report) {
        String why = Reports.finding(rule, report).path("why").asText();
        return isPrincipal(rule, report) && why.toLowerCase(Locale.ROOT).contains(evidence.toLowerCase(Locale.ROOT));
    }

    private static boolean isPrincipal(String rule, JsonNode report) {
        return report.path("principal").asText().equals(rule);
    }

    private static boolean isNamed(String rule, String category, JsonNode report) {
        return isPrincipal(rule, report)
                || isPrincipal(STARVED, report) && isLargest(category, report.path("timeModel"));
    }

    /** Of what requests wait for, apart from processors and what follows from having none. */
    private static boolean isLargest(String category, JsonNode model) {
        for (JsonNode share : model) {
            String label = share.path("category").asText();
            if (label.equals(category)) {
                return true;
            }
            if (!List.of("processor", "server", "persistence", "tokens", "hashing", "request-thread", "connection")
                    .contains(label)) {
                return false;
            }
        }
        return false;
    }

    /** Within a minute after its end. */
    void isGone(String rule) {
        long begun = System.nanoTime();
        JsonNode report = new Reports(admin, "5m").now();
        while (isPrincipal(rule, report) && System.nanoTime() - begun < PATIENCE.toNanos()) {
            LockSupport.parkNanos(PAUSE.toNanos());
            report = new Reports(admin, "5m").now();
        }
        LOG.log(
                Level.INFO,
                rule + " gone after "
                        + Duration.ofNanos(System.nanoTime() - begun).toSeconds() + " s");
        assertThat(report.path("principal").asText()).isNotEqualTo(rule);
    }
}
