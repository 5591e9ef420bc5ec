package org.millrace.server.advisor.report;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.millrace.advisor.Advisor;
import org.millrace.advisor.report.ClusterReport;
import org.millrace.advisor.report.Report;

/** Puts the reports of all nodes together. */
public final class ClusterScope {

    /** A node answers in some tens of milliseconds; the whole report is promised within a second. */
    static final Duration LIMIT = Duration.ofMillis(800);

    private ClusterScope() {}

    /** Blocks for {@link #LIMIT} at most, and as long only if a node does not answer. */
    public static ClusterReport gather(Advisor advisor, NodeReports others, Duration window, Instant now) {
        List<Report> reports = new ArrayList<>();
        List<ClusterReport.Silence> silent = new ArrayList<>();
        try {
            Map<String, Optional<String>> answers = others.ask(window, LIMIT);
            reports.add(advisor.report(window));
            answers.forEach((node, answer) -> add(node, answer, reports, silent));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("The server ends while it waits for the reports of the other nodes", e);
        }
        return new ClusterReport(advisor.node(), now, window, reports, silent);
    }

    private static void add(
            String node, Optional<String> answer, List<Report> reports, List<ClusterReport.Silence> silent) {
        if (answer.isEmpty()) {
            String reason = "no response within " + LIMIT.toMillis() + " ms";
            silent.add(new ClusterReport.Silence(node, reason));
            return;
        }
        try {
            reports.add(ReportDocument.read(answer.get()));
        } catch (IllegalArgumentException unreadable) {
            silent.add(
                    new ClusterReport.Silence(node, "the response cannot be parsed; the node may run another version"));
        }
    }
}
