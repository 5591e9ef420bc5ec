package org.millrace.advisor.report;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.diagnosis.RankedFinding;
import org.millrace.advisor.model.Settings;
import org.millrace.advisor.model.TimeModel;
import org.millrace.advisor.model.Trend;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Station;

/**
 * The reports of a cluster's nodes. Immutable.
 *
 * @param node the one that was asked
 * @param reports one a node that answered, the asked one's first
 * @param silent nodes that did not answer: what they would have said is not known
 */
public record ClusterReport(String node, Instant at, Duration window, List<Report> reports, List<Silence> silent) {

    /** @param reason for people, why nothing is known of the node */
    public record Silence(String node, String reason) {}

    /** A finding and where it was made. */
    public record Located(String node, RankedFinding ranked) {}

    public ClusterReport {
        reports = List.copyOf(reports);
        silent = List.copyOf(silent);
    }

    /**
     * Principal first, then by severity and node. Of the nodes' principal findings, the cluster's is that of the nodes which together
     * have the most active requests. If that is not known it is the most downstream one, because the nodes share the database. A change
     * that contradicts that of an earlier finding is left out: nodes share their settings.
     */
    public List<Located> findings() {
        Optional<Located> principal = principal();
        List<Located> ordered = all().stream()
                .map(located -> marked(located, principal))
                .sorted(Comparator.comparing(
                                (Located located) -> !located.ranked().principal())
                        .thenComparing(located -> located.ranked().finding().severity())
                        .thenComparing(located -> located.ranked().lane()))
                .toList();
        Map<String, Map<String, String>> decided = new HashMap<>();
        return ordered.stream().map(located -> consistent(located, decided)).toList();
    }

    /** @param decided the values by group of settings of the findings before; those of this one are added */
    private static Located consistent(Located located, Map<String, Map<String, String>> decided) {
        RankedFinding ranked = located.ranked();
        Finding finding = ranked.finding();
        return finding.change()
                .filter(change -> !isAgreed(change, decided))
                .map(change -> new Located(located.node(), ranked.with(finding.proposing(null))))
                .orElse(located);
    }

    /** Adds the values of a change to those that are decided, unless it has others. */
    private static boolean isAgreed(Change change, Map<String, Map<String, String>> decided) {
        Map<String, Map<String, String>> wanted = new HashMap<>();
        change.apply()
                .forEach(step -> wanted.computeIfAbsent(group(step), group -> new HashMap<>())
                        .put(step.name(), String.valueOf(step.to())));
        boolean agreed = wanted.entrySet().stream()
                .allMatch(group ->
                        decided.getOrDefault(group.getKey(), group.getValue()).equals(group.getValue()));
        if (agreed) {
            decided.putAll(wanted);
        }
        return agreed;
    }

    /** Sizes of the pool depend on each other: a server does not start with an initial size above the maximum. */
    private static String group(Step step) {
        boolean isPoolSize = step.name().startsWith("db-pool-") && step.name().endsWith("-size");
        return step.kind() + " " + (isPoolSize ? "db-pool-*-size" : step.name());
    }

    /** Where the time of requests goes on all nodes that answered. */
    public TimeModel timeModel() {
        return TimeModel.sum(
                reports.stream().map(report -> report.diagnosis().timeModel()).toList());
    }

    /** What the principal's node expects after it; empty without a principal finding. */
    public Optional<String> next() {
        return principal()
                .flatMap(located -> reports.stream()
                        .filter(report -> report.node().equals(located.node()))
                        .findFirst()
                        .flatMap(report -> report.diagnosis().nextConstraint()));
    }

    /** Rules that found nothing on any node that answered; one that could not answer everywhere is not among them. */
    public List<String> healthy() {
        return reports.stream()
                .findFirst()
                .map(first -> first.diagnosis().healthy().stream()
                        .filter(rule -> reports.stream()
                                .allMatch(report -> report.diagnosis().healthy().contains(rule)))
                        .toList())
                .orElse(List.of());
    }

    /** What there is to be drawn of a node's first finding: only the asked node has that. */
    public List<Trend> trends(String name) {
        return reports.stream()
                .filter(report -> report.node().equals(name))
                .flatMap(report -> report.trends().stream())
                .toList();
    }

    private Optional<Located> principal() {
        List<Located> candidates =
                all().stream().filter(located -> located.ranked().principal()).toList();
        Comparator<Located> outage = Comparator.comparing(located -> station(located) != Station.DATABASE_REACHABILITY);
        Comparator<Located> requests = Comparator.comparing(located -> -requests(located, candidates));
        Comparator<Located> downstream =
                Comparator.comparing(ClusterReport::station).reversed();
        Comparator<Located> severity = Comparator.comparing(ClusterReport::severity);
        return candidates.stream()
                .min(outage.thenComparing(requests).thenComparing(downstream).thenComparing(severity));
    }

    private static Station station(Located located) {
        return located.ranked().rule().causality().station().orElse(Station.LOAD_GENERATOR);
    }

    /** Average number of active requests on all nodes that have the same principal finding. */
    private double requests(Located located, List<Located> candidates) {
        return candidates.stream()
                .filter(each ->
                        each.ranked().rule().id().equals(located.ranked().rule().id()))
                .mapToDouble(each -> requests(each.node()))
                .sum();
    }

    private double requests(String name) {
        return reports.stream()
                .filter(report -> report.node().equals(name))
                .mapToDouble(report -> report.diagnosis().timeModel().active())
                .sum();
    }

    private List<Located> all() {
        return reports.stream()
                .flatMap(report ->
                        report.diagnosis().findings().stream().map(ranked -> new Located(report.node(), ranked)))
                .toList();
    }

    private static Located marked(Located located, Optional<Located> principal) {
        boolean chosen = principal.filter(located::equals).isPresent();
        return new Located(located.node(), located.ranked().asPrincipal(chosen));
    }

    private static Severity severity(Located located) {
        return located.ranked().finding().severity();
    }

    /** Of the asked node, whose settings the others share as a rule. */
    public Settings settings() {
        return reports.stream()
                .findFirst()
                .map(report -> report.context().settings())
                .orElse(Settings.NONE);
    }

    /** How many nodes of the cluster there are, as far as the asked one knows. */
    public int size() {
        return reports.size() + silent.size();
    }
}
