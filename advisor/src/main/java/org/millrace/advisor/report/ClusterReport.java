package org.millrace.advisor.report;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.millrace.advisor.diagnosis.KeycloakGraph;
import org.millrace.advisor.diagnosis.RankedFinding;
import org.millrace.advisor.diagnosis.Station;
import org.millrace.advisor.model.Settings;
import org.millrace.advisor.model.Trend;
import org.millrace.advisor.rule.Severity;

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
     * Principal first, then by severity and node. Of the nodes' principal findings the most downstream one is the cluster's, of
     * several there the worst: nodes share the database, and what waits on one of them may wait for it.
     */
    public List<Located> findings() {
        Optional<Located> principal = principal();
        return all().stream()
                .map(located -> marked(located, principal))
                .sorted(Comparator.comparing(
                                (Located located) -> !located.ranked().principal())
                        .thenComparing(located -> located.ranked().finding().severity())
                        .thenComparing(located -> located.ranked().lane()))
                .toList();
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
    List<Trend> trends(String name) {
        return reports.stream()
                .filter(report -> report.node().equals(name))
                .flatMap(report -> report.trends().stream())
                .toList();
    }

    private Optional<Located> principal() {
        Comparator<Located> station = Comparator.comparing(located ->
                KeycloakGraph.GRAPH.stationOf(located.ranked().rule().id()).orElse(Station.LOAD_GENERATOR));
        Comparator<Located> severity = Comparator.comparing(ClusterReport::severity);
        return all().stream()
                .filter(located -> located.ranked().principal())
                .min(station.reversed().thenComparing(severity));
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
    Settings settings() {
        return reports.stream()
                .findFirst()
                .map(report -> report.context().settings())
                .orElse(Settings.NONE);
    }

    /** How many nodes of the cluster there are, as far as the asked one knows. */
    int size() {
        return reports.size() + silent.size();
    }
}
