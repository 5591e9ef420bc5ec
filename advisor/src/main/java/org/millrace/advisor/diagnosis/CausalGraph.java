package org.millrace.advisor.diagnosis;

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

    /** The graph of the catalogue; an edge may name rules that do not exist yet. */
    public static final CausalGraph KEYCLOAK = new CausalGraph(
            Map.of(
                    "KC-HTTP-005", Station.REQUEST_QUEUE,
                    "KC-THR-002", Station.REQUEST_THREADS,
                    "KC-JVM-002", Station.GARBAGE_COLLECTION,
                    "KC-CACHE-001", Station.CACHES,
                    "KC-CPU-001", Station.CPU,
                    "KC-POOL-001", Station.CONNECTION_POOL,
                    "KC-POOL-002", Station.CONNECTION_POOL,
                    "KC-PG-001", Station.DATABASE_SESSIONS,
                    "KC-PG-008", Station.DATABASE_LOCKS),
            Map.of(
                    "KC-PG-001", Set.of("KC-PG-008", "KC-POOL-002"),
                    "KC-PG-008", Set.of("KC-POOL-002"),
                    "KC-POOL-001", Set.of("KC-THR-002", "KC-HTTP-005"),
                    "KC-POOL-002", Set.of("KC-THR-002", "KC-HTTP-005"),
                    "KC-CPU-001", Set.of("KC-JVM-002", "KC-POOL-002", "KC-THR-002", "KC-HTTP-005"),
                    "KC-JVM-002", Set.of("KC-CPU-001", "KC-HTTP-005"),
                    "KC-CACHE-001", Set.of("KC-PG-001", "KC-POOL-002"),
                    "KC-THR-002", Set.of("KC-HTTP-005")),
            Map.of(
                    // More concurrency on throttled CPU throttles more.
                    "KC-CPU-001", Set.of("KC-POOL-001", "KC-THR-002", "KC-JVM-002"),
                    // More connections or threads widen the load on a database that is the bottleneck.
                    "KC-PG-001", Set.of("KC-POOL-001", "KC-THR-002"),
                    "KC-PG-008", Set.of("KC-POOL-001", "KC-THR-002"),
                    "KC-POOL-002", Set.of("KC-POOL-001", "KC-THR-002"),
                    // Threads that wait for a connection are busy because of the pool.
                    "KC-POOL-001", Set.of("KC-THR-002")));

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
}
