package org.millrace.advisor.report;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.Rules;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.diagnosis.Diagnosis;
import org.millrace.advisor.diagnosis.RankedFinding;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.TimeModel;
import org.millrace.advisor.model.Trend;
import org.millrace.advisor.rule.Causality;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Threshold;

/** Reports for tests. */
public final class Reports {

    public static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");

    private static final Signal INPUT = Signal.gauge("postgres.cores", "cores");

    private Reports() {}

    static Report principal(String node, String rule, Severity severity) {
        return of(node, finding(rule, "They wait.", severity, true));
    }

    /** With an average number of active requests, and a pool size that the change proposes. */
    static Report principal(String node, String rule, Severity severity, double active, String pool) {
        Diagnosis diagnosis =
                of(node, finding(rule, "They wait.", severity, true, 0.0, pool)).diagnosis();
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

    public static Report saying(String node, String why) {
        return of(node, finding("KC-POOL-001", why, Severity.CRITICAL, true));
    }

    public static Report calm(String node) {
        return of(node, null);
    }

    public static Trend constant(double value) {
        return new Trend(
                "agroal.awaiting.count",
                "requests",
                List.of(new Trend.Point(AT.minusSeconds(5), value), new Trend.Point(AT, value)));
    }

    public static Trend waiting(String signal) {
        List<Trend.Point> points = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            points.add(new Trend.Point(AT.minusSeconds(300).plusSeconds(5L * i), i % 12 == 0 ? 37 : i % 7));
        }
        return new Trend(signal, "requests", points);
    }

    private static Report of(String node, @Nullable RankedFinding ranked) {
        return of(node, ranked, ranked == null ? List.of() : List.of(waiting("agroal.awaiting.count")));
    }

    private static Report of(String node, @Nullable RankedFinding ranked, List<Trend> trends) {
        Diagnosis diagnosis = new Diagnosis(
                AT,
                Duration.ofMinutes(5),
                ranked == null ? List.of() : List.of(ranked),
                ranked == null ? null : "KC-PG-003",
                ranked != null && ranked.rule().id().equals("KC-OBS-001") ? List.of() : List.of("KC-OBS-001"),
                List.of(new Diagnosis.Unanswered("KC-PG-001", List.of(INPUT))),
                ranked == null ? List.of() : List.of(new Diagnosis.Suppressed("KC-THR-002", "KC-POOL-001")));
        return new Report(node, diagnosis, null, trends);
    }

    private static RankedFinding finding(String rule, String why, Severity severity, boolean principal) {
        return finding(rule, why, severity, principal, 0.0, "20");
    }

    private static RankedFinding finding(
            String rule, String why, Severity severity, boolean principal, @Nullable Double threshold, String pool) {
        Change change =
                new Change(List.of(new Step(Step.Kind.OPTION, "db-pool-max-size", "5", pool)), true, Change.Risk.LOW);
        Observation observation = threshold == null
                ? Observation.of("agroal.awaiting.count", 37, "requests")
                : Observation.of("agroal.awaiting.count", 37, new Threshold("waiting", threshold, "requests", "None"));
        Finding finding = new Finding(severity, List.of(observation), why, Confidence.HIGH, change);
        return new RankedFinding(card(rule), finding, principal, List.of("KC-THR-002"));
    }

    public static RuleCard card(String rule) {
        return new RuleCard(
                rule,
                "Requests wait for a database connection",
                Lane.SATURATION,
                "Because.",
                List.of(),
                List.of(),
                List.of("https://example.org/", "javascript:alert(1)"),
                Rules.all().stream()
                        .map(Rule::card)
                        .filter(card -> card.id().equals(rule))
                        .findFirst()
                        .map(RuleCard::causality)
                        .orElse(Causality.none()));
    }

    /** A principal finding that began then. */
    public static Report since(Instant begin) {
        RankedFinding ranked = finding("KC-POOL-001", "They wait.", Severity.CRITICAL, true);
        return of("kc-1", new RankedFinding(ranked.rule(), ranked.finding(), true, List.of(), begin, null));
    }

    /** @param threshold that the observed value, 37, is compared with */
    public static Report withThreshold(@Nullable Double threshold) {
        return of("kc-1", finding("KC-POOL-001", "They wait.", Severity.CRITICAL, true, threshold, "20"));
    }

    public static Report withTrend(Trend trend, double threshold) {
        return of(
                "kc-1", finding("KC-POOL-001", "They wait.", Severity.CRITICAL, true, threshold, "20"), List.of(trend));
    }

    public static Report on(ServerContext context) {
        Report calm = calm("kc-1");
        return new Report(calm.node(), calm.diagnosis(), null, List.of(), List.of(), context);
    }

    /** A finding of severity info only. */
    public static Report info(String node) {
        return of(node, finding("KC-OBS-001", "They wait.", Severity.INFO, false));
    }
}
