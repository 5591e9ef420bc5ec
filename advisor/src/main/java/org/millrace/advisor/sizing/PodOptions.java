package org.millrace.advisor.sizing;

/** Pool, threads, queue, files and caches of each pod, as lines of a calculation. */
final class PodOptions {

    private static final String THREADS = "https://www.keycloak.org/high-availability/single-cluster/concepts-threads";
    private static final String POOL = "https://github.com/brettwooldridge/HikariCP/wiki/About-Pool-Sizing";

    /** Database time and number of queries of a request, for installations that were not measured. */
    private static final double HOLD_MILLISECONDS = 10;

    private static final double ROUND_TRIPS = 5;

    /** What most requests took in the load tests of the AWS article. */
    private static final double REQUEST_SECONDS = 0.06;

    /** Who has waited longer has often gone. */
    private static final double PATIENCE_SECONDS = 5;

    /** Open connections that a core of the database bears: the Keymate migration did best at 6, and worse the more there were. */
    static final int CONNECTIONS_PER_CORE = 10;

    private static final int LEAST_POOL = 10;
    private static final int LEAST_THREADS = 16;
    private static final int DEFAULT_THREADS = 50;
    private static final int THREADS_PER_CORE = 4;
    private static final int LEAST_QUEUE = 1000;
    private static final int LEAST_OPEN_FILES = 20_000;
    private static final int DEFAULT_CACHE = 10_000;

    private final Worksheet sheet;
    private final Demand demand;
    private final Conditions conditions;
    private final int pods;
    private final int sites;

    PodOptions(Worksheet sheet, Demand demand, Conditions conditions, int pods, int sites) {
        this.sheet = sheet;
        this.demand = demand;
        this.conditions = conditions;
        this.pods = pods;
        this.sites = sites;
    }

    /** @param limit cores of one pod */
    Sizing.Server of(double limit, int databaseCores) {
        double perPod = demand.requests() / pods;
        double busy = sheet.line(
                "pool.load",
                demand.databaseRequests()
                        / pods
                        * (HOLD_MILLISECONDS + ROUND_TRIPS * conditions.roundTripMilliseconds())
                        / 1000,
                "connections",
                "database.requests / pods × (10 ms + 5 round trips)",
                POOL,
                "{} / {} × ({} + {} × {}) / 1000",
                demand.databaseRequests(),
                pods,
                HOLD_MILLISECONDS,
                ROUND_TRIPS,
                conditions.roundTripMilliseconds());
        double pool = pool(busy, databaseCores);
        double threads = threads(perPod, limit, busy, pool);
        double queue = sheet.line(
                "queue.limit",
                Math.max(LEAST_QUEUE, Math.ceil(perPod * PATIENCE_SECONDS)),
                "requests",
                "requests / pods × 5 s, at least 1000",
                THREADS,
                "{} × {}",
                perPod,
                PATIENCE_SECONDS);
        double files = sheet.line(
                "files.open",
                Math.max(LEAST_OPEN_FILES, Math.ceil((300 + threads + queue + pool + 2.0 * pods * sites + 256) * 1.5)),
                "files",
                "(300 + threads + queue + pool + 2 × pods + 256) × 1.5, at least 20000",
                THREADS,
                "(300 + {} + {} + {} + 2 × {} + 256) × 1.5",
                threads,
                queue,
                pool,
                (double) pods * sites);
        return new Sizing.Server(
                (int) pool, (int) threads, (int) queue, (int) files, cache("users", 2), cache("realms", 4));
    }

    /**
     * Large enough that few requests wait. The capacity of the database reduces the reserve, not the load; below ten, requests
     * wait on any database.
     */
    private double pool(double busy, int databaseCores) {
        double budget = sheet.line(
                "pool.budget",
                CONNECTIONS_PER_CORE * databaseCores,
                "connections",
                "10 × cores of the database, for the pools of all pods and sites together",
                POOL,
                "{} × {}",
                CONNECTIONS_PER_CORE,
                databaseCores);
        double most = Math.floor(budget / (pods * sites));
        return sheet.line(
                "pool.size",
                Math.max(Math.max(LEAST_POOL, Math.ceil(busy)), Math.min(most, Math.ceil(busy + 2 * Math.sqrt(busy)))),
                "connections",
                "pool.load + 2 × √pool.load, at most pool.budget / pods, at least pool.load and 10",
                POOL,
                "{} + 2 × √{}, at most {}",
                busy,
                busy,
                most);
    }

    /** More than there are connections for would wait for one, however short a part of a request each is held. */
    private double threads(double perPod, double limit, double busy, double pool) {
        double most = Math.max(DEFAULT_THREADS, THREADS_PER_CORE * Math.ceil(limit));
        double working = perPod * REQUEST_SECONDS;
        double share = busy > 0 ? Math.min(1, busy / working) : 0;
        double connected = share > 0 ? Math.floor(pool / share) : most;
        return sheet.line(
                "threads.max",
                Math.max(LEAST_THREADS, Math.min(Math.min(most, connected), Math.ceil(working * 1.3))),
                "threads",
                "requests / pods × 0.06 s × 1.3, at least 16, at most the default of max(50, 4 × cores), and "
                        + "threads × share of a request with a connection at most pool.size",
                THREADS,
                "{} × {} × 1.3, at most {}, at most {} / {}",
                perPod,
                REQUEST_SECONDS,
                most,
                pool,
                share);
    }

    private int cache(String name, int perClient) {
        if (conditions.concurrentClients() <= Conditions.CLIENTS_IN_DEFAULT_CACHES) {
            return DEFAULT_CACHE;
        }
        return (int) sheet.line(
                "cache." + name,
                DEFAULT_CACHE + perClient * conditions.concurrentClients(),
                "entries",
                "10000 + " + perClient + " × clients in use at once, beyond 2500 of them",
                GuideProfile.NEWEST.source(),
                "10000 + {} × {}",
                perClient,
                conditions.concurrentClients());
    }
}
