package org.millrace.advisor.model.signal;

import java.util.List;
import org.millrace.advisor.model.Signal;

/** One of the embedded caches. Figures of a node, not of the cluster. */
public final class CacheSignals {

    /** The caches of database entities, by Keycloak's names. */
    public static final List<String> ENTITY_CACHES = List.of("users", "realms", "authorization");

    /** The caches of sessions, which the database holds too unless that is switched off. */
    public static final List<String> SESSION_CACHES =
            List.of("sessions", "clientSessions", "offlineSessions", "offlineClientSessions");

    /** The caches whose entries are on several nodes, and nowhere else. */
    public static final List<String> DISTRIBUTED_CACHES =
            List.of("authenticationSessions", "actionTokens", "loginFailures");

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

    /** Invalidations because the cached entity has changed. */
    public static Signal removals(String cache) {
        return Signal.counter("cache." + cache + ".removals", "entries");
    }

    public static Signal stores(String cache) {
        return Signal.counter("cache." + cache + ".stores", "entries");
    }

    /** On how many nodes an entry is; absent for caches of one node. */
    public static Signal owners(String cache) {
        return Signal.gauge("cache." + cache + ".owners", "nodes");
    }

    public static Signal evictions(String cache) {
        return Signal.counter("cache." + cache + ".evictions", "entries");
    }
}
