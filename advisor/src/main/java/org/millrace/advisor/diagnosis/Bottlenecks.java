package org.millrace.advisor.diagnosis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Station;

/**
 * The saturated stations of one diagnosis in the order of the causal graph.
 *
 * @param found the findings that are not suppressed; not copied, since the diagnosis adds one for an unexplained category
 */
record Bottlenecks(CausalGraph graph, Map<RuleCard, Finding> found) {
    /** Candidates for the principal finding, the winner first. */
    List<String> all() {
        Comparator<String> downstreamFirst = Comparator.comparing(this::station).reversed();
        Comparator<String> causeFirst = Comparator.comparing(rule -> isExplained(rule));
        Comparator<String> worseFirst = Comparator.comparing(rule -> severityOf(rule));
        List<String> saturated = found.entrySet().stream()
                .filter(entry -> entry.getValue().lane(entry.getKey()) == Lane.SATURATION)
                .filter(entry -> entry.getValue().severity() != Severity.INFO)
                .map(entry -> entry.getKey().id())
                .filter(rule -> graph.stationOf(rule).isPresent())
                .sorted(downstreamFirst.thenComparing(causeFirst).thenComparing(worseFirst))
                .toList();
        return saturated.isEmpty() ? saturated : withRootFirst(saturated, worseFirst);
    }

    /** What binds is the first; why it does may be found further up: a cache too small saturates the database behind it. */
    private List<String> withRootFirst(List<String> saturated, Comparator<String> worseFirst) {
        String binding = saturated.get(0);
        List<String> causes =
                saturated.stream().filter(rule -> graph.isCause(rule, binding)).toList();
        String root = causes.stream()
                .filter(rule -> causes.stream().noneMatch(other -> graph.isCause(other, rule)))
                .min(worseFirst)
                .orElse(binding);
        return first(root, saturated);
    }

    /** The rules with this one in front. */
    static List<String> first(String rule, List<String> rules) {
        List<String> ordered = new ArrayList<>(rules);
        ordered.remove(rule);
        ordered.add(0, rule);
        return ordered;
    }

    /**
     * What would be the bottleneck without the principal one: a resource with queued work, or else the most downstream one of
     * unfit size that has no symptom yet.
     *
     * @param bottlenecks candidates, the principal one first
     */
    @Nullable
    String next(List<String> bottlenecks) {
        if (bottlenecks.isEmpty()) {
            return null;
        }
        String principal = bottlenecks.get(0);
        Stream<String> waiting =
                bottlenecks.stream().skip(1).filter(rule -> !isFellowCause(rule, principal, bottlenecks));
        return Stream.concat(waiting, latent())
                .filter(rule -> !graph.leadsTo(principal, rule))
                .findFirst()
                .orElse(null);
    }

    /** What brings about the same at the same place is cured with the principal one, or that is not cured. */
    private boolean isFellowCause(String rule, String principal, List<String> bottlenecks) {
        return bottlenecks.stream()
                .filter(effect -> station(effect) == station(principal))
                .anyMatch(effect -> graph.leadsTo(principal, effect) && graph.leadsTo(rule, effect));
    }

    private Stream<String> latent() {
        return found.entrySet().stream()
                .filter(entry -> entry.getKey().lane() == Lane.SATURATION
                        && !entry.getValue().symptom())
                .map(entry -> entry.getKey().id())
                .filter(rule -> graph.stationOf(rule).isPresent())
                .sorted(Comparator.comparing(this::station).reversed());
    }

    /** A category of the time model has none. */
    private Station station(String rule) {
        return graph.stationOf(rule).orElse(Station.USERS);
    }

    private boolean isExplained(String rule) {
        return found.keySet().stream().anyMatch(card -> graph.leadsTo(card.id(), rule));
    }

    private Severity severityOf(String rule) {
        return found.entrySet().stream()
                .filter(entry -> entry.getKey().id().equals(rule))
                .findFirst()
                .orElseThrow()
                .getValue()
                .severity();
    }
}
