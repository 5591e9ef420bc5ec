package org.millrace.advisor.diagnosis;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.millrace.advisor.model.TimeCategory;
import org.millrace.advisor.rule.Causality;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.Station;

/**
 * Causal relations between rules. Immutable.
 *
 * @param rules relations of each rule, by its id
 */
public record CausalGraph(Map<String, Causality> rules) {

    public CausalGraph {
        rules = Map.copyOf(rules);
    }

    /** As the rules declare it. */
    public static CausalGraph of(Collection<Rule> rules) {
        return new CausalGraph(
                rules.stream().map(Rule::card).collect(Collectors.toMap(RuleCard::id, RuleCard::causality)));
    }

    /** The graph while a local database and this server need the same processors. */
    CausalGraph withSharedProcessors() {
        return new CausalGraph(rules.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, rule -> rule.getValue().withSharedProcessors())));
    }

    private Causality of(String rule) {
        return rules.getOrDefault(rule, Causality.none());
    }

    public Optional<Station> stationOf(String rule) {
        return of(rule).station();
    }

    public Set<String> suppressedBy(String rule) {
        return of(rule).suppressed();
    }

    /** Direct consequences of a rule's finding. */
    Set<String> consequencesOf(String rule) {
        return of(rule).consequences();
    }

    /** Where requests spend the time that a rule's finding costs. */
    Set<TimeCategory> categoriesOf(String rule) {
        return of(rule).categories();
    }

    /** Whether one finding explains another, over any number of steps. */
    public boolean leadsTo(String cause, String effect) {
        Set<String> reached = new HashSet<>();
        List<String> frontier = List.of(cause);
        while (!frontier.isEmpty()) {
            frontier = frontier.stream()
                    .flatMap(rule -> consequencesOf(rule).stream())
                    .filter(reached::add)
                    .toList();
        }
        return reached.contains(effect);
    }

    /**
     * Whether one finding explains the other and is not explained by it. In a cycle no finding is a cause, except one further
     * upstream with a direct consequence, if the way back is indirect.
     */
    public boolean isCause(String cause, String effect) {
        return leadsTo(cause, effect) && (!leadsTo(effect, cause) || comesFirst(cause, effect));
    }

    private boolean comesFirst(String cause, String effect) {
        return isDirect(cause, effect) && !isDirect(effect, cause) && isUpstream(cause, effect);
    }

    private boolean isDirect(String cause, String effect) {
        return consequencesOf(cause).contains(effect);
    }

    private boolean isUpstream(String rule, String other) {
        return stationOf(rule)
                .flatMap(station -> stationOf(other).filter(further -> station.compareTo(further) < 0))
                .isPresent();
    }
}
