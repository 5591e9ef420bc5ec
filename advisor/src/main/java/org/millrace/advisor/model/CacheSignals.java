package org.millrace.advisor.model;

import java.util.List;

/** One of the embedded caches. Figures of a node, not of the cluster. */
public final class CacheSignals {

    /** The caches of what the database holds, by the names Keycloak gives them. */
    public static final List<String> ENTITY_CACHES = List.of("users", "realms", "authorization");

    private CacheSignals() {}

    public static Signal entries(String cache) {
        return Signal.gauge("cache." + cache + ".entries", "entries");
    }

    /** Absent if unbounded. */
    public static Signal maxEntries(String cache) {
        return Signal.gauge("cache." + cache + ".max.entries", "entries");
    }

    public static Signal hits(String cache) {
        return Signal.counter("cache." + cache + ".hits", "reads");
    }

    public static Signal misses(String cache) {
        return Signal.counter("cache." + cache + ".misses", "reads");
    }

    public static Signal evictions(String cache) {
        return Signal.counter("cache." + cache + ".evictions", "entries");
    }
}
