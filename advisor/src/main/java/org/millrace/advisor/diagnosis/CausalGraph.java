package org.millrace.advisor.diagnosis;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Causal relations between rules, as data. Immutable.
 *
 * @param stations stations of the findings of a rule; a rule without a station is never the principal bottleneck
 * @param consequences direct consequences of a rule's finding
 * @param suppressions rules whose advice would be harmful during a rule's finding
 * @param onSharedProcessors further direct consequences while a local database and this server need the same processors
 * @param sharesProcessors whether {@code consequences} contain them
 */
public record CausalGraph(
        Map<String, Station> stations,
        Map<String, Set<String>> consequences,
        Map<String, Set<String>> suppressions,
        Map<String, Set<String>> onSharedProcessors,
        boolean sharesProcessors) {

    public CausalGraph(
            Map<String, Station> stations,
            Map<String, Set<String>> consequences,
            Map<String, Set<String>> suppressions) {
        this(stations, consequences, suppressions, Map.of(), false);
    }

    /** The graph while a local database and this server need the same processors. */
    CausalGraph withSharedProcessors() {
        Map<String, Set<String>> all = new HashMap<>(consequences);
        onSharedProcessors.forEach((cause, effects) -> all.merge(cause, effects, (known, further) -> {
            Set<String> both = new HashSet<>(known);
            both.addAll(further);
            return both;
        }));
        return new CausalGraph(stations, Map.copyOf(all), suppressions, onSharedProcessors, true);
    }

    public Optional<Station> stationOf(String rule) {
        return Optional.ofNullable(stations.get(rule));
    }

    public Set<String> suppressedBy(String rule) {
        return suppressions.getOrDefault(rule, Set.of());
    }

    /** Whether one finding explains another, over any number of steps. */
    public boolean leadsTo(String cause, String effect) {
        Set<String> reached = new HashSet<>();
        List<String> frontier = List.of(cause);
        while (!frontier.isEmpty()) {
            frontier = frontier.stream()
                    .flatMap(rule -> consequences.getOrDefault(rule, Set.of()).stream())
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
        return consequences.getOrDefault(cause, Set.of()).contains(effect);
    }

    private boolean isUpstream(String rule, String other) {
        return stationOf(rule)
                .flatMap(station -> stationOf(other).filter(further -> station.compareTo(further) < 0))
                .isPresent();
    }

    /** Puts a graph together, a line for each thing known. */
    static final class Builder {

        private final Map<String, Station> stations = new HashMap<>();
        private final Map<String, Set<String>> consequences = new HashMap<>();
        private final Map<String, Set<String>> suppressions = new HashMap<>();
        private final Map<String, Set<String>> onSharedProcessors = new HashMap<>();

        Builder at(Station station, String... rules) {
            for (String rule : rules) {
                stations.put(rule, station);
            }
            return this;
        }

        Builder leadsTo(String cause, String... effects) {
            consequences.computeIfAbsent(cause, each -> new HashSet<>()).addAll(List.of(effects));
            return this;
        }

        /** Only while a local database and this server need the same processors. */
        Builder leadsToOnSharedProcessors(String cause, String... effects) {
            onSharedProcessors.computeIfAbsent(cause, each -> new HashSet<>()).addAll(List.of(effects));
            return this;
        }

        Builder holdsBack(String rule, String... advice) {
            suppressions.computeIfAbsent(rule, each -> new HashSet<>()).addAll(List.of(advice));
            return this;
        }

        CausalGraph build() {
            return new CausalGraph(
                    Map.copyOf(stations),
                    Map.copyOf(consequences),
                    Map.copyOf(suppressions),
                    Map.copyOf(onSharedProcessors),
                    false);
        }
    }
}
