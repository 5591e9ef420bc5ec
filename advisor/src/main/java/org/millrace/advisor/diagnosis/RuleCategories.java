package org.millrace.advisor.diagnosis;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.millrace.advisor.model.TimeCategory;

/** Which categories of the time model a rule explains: where requests spend the time that its finding costs. */
final class RuleCategories {

    /** Work on a processor, and the wait for one. */
    static final Set<TimeCategory> PROCESSORS = EnumSet.of(
            TimeCategory.HASHING,
            TimeCategory.TLS,
            TimeCategory.TOKENS,
            TimeCategory.PERSISTENCE,
            TimeCategory.MILLRACE,
            TimeCategory.SERVER,
            TimeCategory.PROCESSOR);

    static final Set<TimeCategory> DATABASE =
            EnumSet.of(TimeCategory.DATABASE, TimeCategory.DATABASE_LOCK, TimeCategory.DATABASE_STORAGE);

    /** Rules that explain less than their station does, or more. */
    private static final Map<String, Set<TimeCategory>> OWN = Map.ofEntries(
            Map.entry("KC-HASH-001", EnumSet.of(TimeCategory.HASHING)),
            Map.entry("KC-HASH-005", EnumSet.of(TimeCategory.HASHING)),
            Map.entry("KC-CPU-002", EnumSet.of(TimeCategory.PROCESSOR)),
            Map.entry("KC-THR-001", waitsOfBusyProcessors()),
            Map.entry("KC-SIZ-012", EnumSet.of(TimeCategory.PROCESSOR)),
            Map.entry("KC-EXT-001", EnumSet.of(TimeCategory.LDAP)),
            Map.entry("KC-EXT-002", EnumSet.of(TimeCategory.IDENTITY_PROVIDER)),
            Map.entry("KC-EXT-003", EnumSet.of(TimeCategory.SMTP)),
            Map.entry("KC-EXT-004", EnumSet.of(TimeCategory.HTTP)),
            Map.entry("KC-THR-002", EnumSet.of(TimeCategory.REQUEST_THREAD, TimeCategory.CLIENT)),
            Map.entry("KC-PG-022", EnumSet.of(TimeCategory.DATABASE, TimeCategory.DATABASE_STORAGE)),
            Map.entry("KC-PG-008", EnumSet.of(TimeCategory.DATABASE_LOCK)),
            Map.entry("KC-PG-007", EnumSet.of(TimeCategory.DATABASE_LOCK)),
            Map.entry("KC-PG-004", EnumSet.of(TimeCategory.DATABASE_LOCK, TimeCategory.DATABASE_STORAGE)),
            Map.entry("KC-PG-014", EnumSet.of(TimeCategory.DATABASE_LOCK, TimeCategory.DATABASE_STORAGE)),
            Map.entry("KC-PG-003", EnumSet.of(TimeCategory.DATABASE)),
            Map.entry("KC-PG-009", EnumSet.of(TimeCategory.DATABASE, TimeCategory.DATABASE_STORAGE)),
            Map.entry("KC-PG-010", EnumSet.of(TimeCategory.DATABASE, TimeCategory.DATABASE_STORAGE)));

    /** New connections to a local database, and its statements, wait for the same processors. */
    private static final Set<TimeCategory> WITH_LOCAL_DATABASE = withLocalDatabase();

    private static final Map<Station, Set<TimeCategory>> BY_STATION = byStation();

    private RuleCategories() {}

    /** Empty for a rule about user-visible effects, or about resources that are no station of a request. */
    static Set<TimeCategory> of(String rule, CausalGraph graph) {
        if (rule.equals("KC-THR-001") && graph.sharesProcessors()) {
            return WITH_LOCAL_DATABASE;
        }
        Set<TimeCategory> own = OWN.get(rule);
        if (own != null) {
            return own;
        }
        Optional<Station> station = graph.stationOf(rule);
        return station.map(at -> BY_STATION.getOrDefault(at, Set.of())).orElse(Set.of());
    }

    /** Other nodes on the machine, event loops and owners of Java locks need the same processors. */
    private static Set<TimeCategory> waitsOfBusyProcessors() {
        Set<TimeCategory> categories = EnumSet.copyOf(PROCESSORS);
        categories.addAll(EnumSet.of(TimeCategory.CLUSTER, TimeCategory.CLIENT, TimeCategory.LOCK));
        return categories;
    }

    private static Set<TimeCategory> withLocalDatabase() {
        Set<TimeCategory> categories = EnumSet.copyOf(waitsOfBusyProcessors());
        categories.addAll(EnumSet.of(TimeCategory.DATABASE, TimeCategory.CONNECTION));
        return categories;
    }

    private static Map<Station, Set<TimeCategory>> byStation() {
        Map<Station, Set<TimeCategory>> categories = new EnumMap<>(Station.class);
        categories.put(Station.REQUEST_QUEUE, EnumSet.of(TimeCategory.REQUEST_THREAD));
        categories.put(Station.REQUEST_THREADS, EnumSet.of(TimeCategory.REQUEST_THREAD));
        categories.put(Station.GARBAGE_COLLECTION, PROCESSORS);
        categories.put(Station.CPU, PROCESSORS);
        categories.put(Station.CLUSTER, EnumSet.of(TimeCategory.CLUSTER));
        categories.put(Station.CONNECTION_POOL, EnumSet.of(TimeCategory.CONNECTION));
        categories.put(Station.DATABASE_CONNECTIONS, EnumSet.of(TimeCategory.CONNECTION));
        for (Station station : new Station[] {
            Station.CACHES,
            Station.DATABASE_SESSIONS,
            Station.DATABASE_CPU,
            Station.DATABASE_STORAGE,
            Station.DATABASE_LOCKS
        }) {
            categories.put(station, DATABASE);
        }
        return categories;
    }
}
