package org.millrace.advisor.diagnosis;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What causes what, as data. Immutable.
 *
 * @param stations where the thing a rule finds happens; a rule without a station never is the principal bottleneck
 * @param consequences what a rule's finding brings about directly
 * @param suppressions whose advice would do harm while a rule's finding stands
 */
public record CausalGraph(
        Map<String, Station> stations, Map<String, Set<String>> consequences, Map<String, Set<String>> suppressions) {

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
     * Whether one explains the other and is not explained by it. Around a vicious circle nothing comes first, but for what is
     * further up and brings the other about directly, while the way back is a detour.
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

        Builder holdsBack(String rule, String... advice) {
            suppressions.computeIfAbsent(rule, each -> new HashSet<>()).addAll(List.of(advice));
            return this;
        }

        CausalGraph build() {
            return new CausalGraph(Map.copyOf(stations), Map.copyOf(consequences), Map.copyOf(suppressions));
        }
    }
}
