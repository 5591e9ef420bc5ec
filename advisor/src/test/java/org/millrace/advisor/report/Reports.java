package org.millrace.advisor.report;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.diagnosis.Diagnosis;
import org.millrace.advisor.diagnosis.RankedFinding;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.TimeModel;
import org.millrace.advisor.model.Trend;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Threshold;

/** Reports for tests. */
final class Reports {

    static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");

    private static final Signal INPUT = Signal.gauge("postgres.cores", "cores");

    private Reports() {}

    static Report principal(String node, String rule, Severity severity) {
        return of(node, finding(rule, "They wait.", severity, true));
    }

    /** With an average number of active requests, and a pool size that the change proposes. */
    static Report principal(String node, String rule, Severity severity, double active, String pool) {
        Diagnosis diagnosis = of(node, finding(rule, "They wait.", severity, true, pool)).diagnosis();
        return new Report(
                node,
                new Diagnosis(
                        diagnosis.at(),
                        diagnosis.window(),
                        diagnosis.findings(),
                        diagnosis.next(),
                        diagnosis.healthy(),
                        diagnosis.skipped(),
                        diagnosis.suppressed(),
                        diagnosis.recent(),
                        new TimeModel(60, active, List.of())),
                null,
                List.of());
    }

    static Report saying(String node, String why) {
        return of(node, finding("KC-POOL-001", why, Severity.CRITICAL, true));
    }

    static Report calm(String node) {
        return of(node, null);
    }

    static Trend waiting() {
        List<Trend.Point> points = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            points.add(new Trend.Point(AT.minusSeconds(300).plusSeconds(5L * i), i % 12 == 0 ? 37 : i % 7));
        }
        return new Trend("agroal.awaiting.count", "requests", points);
    }

    private static Report of(String node, @Nullable RankedFinding ranked) {
        Diagnosis diagnosis = new Diagnosis(
                AT,
                Duration.ofMinutes(5),
                ranked == null ? List.of() : List.of(ranked),
                ranked == null ? null : "KC-PG-003",
                ranked != null && ranked.rule().id().equals("KC-OBS-001") ? List.of() : List.of("KC-OBS-001"),
                List.of(new Diagnosis.Unanswered("KC-PG-001", List.of(INPUT))),
                ranked == null ? List.of() : List.of(new Diagnosis.Suppressed("KC-THR-002", "KC-POOL-001")));
        return new Report(node, diagnosis, null, ranked == null ? List.of() : List.of(waiting()));
    }

    private static RankedFinding finding(String rule, String why, Severity severity, boolean principal) {
        return finding(rule, why, severity, principal, "20");
    }

    private static RankedFinding finding(String rule, String why, Severity severity, boolean principal, String pool) {
        RuleCard card = new RuleCard(
                rule,
                "Requests wait for a database connection",
                Lane.SATURATION,
                "Because.",
                List.of(),
                List.of(),
                List.of("https://example.org/", "javascript:alert(1)"));
        Change change =
                new Change(List.of(new Step(Step.Kind.OPTION, "db-pool-max-size", "5", pool)), true, Change.Risk.LOW);
        Threshold none = new Threshold("waiting", 0, "requests", "None");
        Finding finding = new Finding(
                severity, List.of(Observation.of("agroal.awaiting.count", 37, none)), why, Confidence.HIGH, change);
        return new RankedFinding(card, finding, principal, List.of("KC-THR-002"));
    }
}
