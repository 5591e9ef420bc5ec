package org.millrace.advisor.sizing;

import java.util.ArrayList;
import java.util.List;

/** Sizes an installation by a guide's constants, line by line. */
public final class Calculator {

    private static final String THREADS = "https://www.keycloak.org/high-availability/single-cluster/concepts-threads";
    private static final String POOL = "https://github.com/brettwooldridge/HikariCP/wiki/About-Pool-Sizing";
    private static final String CONTAINER = "https://www.keycloak.org/server/containers";

    /** Kubernetes takes any fraction; half a core is as fine as the guide's constants can be trusted. */
    private static final double CORE_STEP = 0.5;

    private static final double MEGABYTE_STEP = 10;

    /** What the container guide calls the least for smaller productive installations. */
    private static final double LEAST_LIMIT = 2000;

    /** What a request costs in the database's own time, and how often it is asked, for installations not yet measured. */
    private static final double HOLD_MILLISECONDS = 10;

    private static final double ROUND_TRIPS = 5;

    /** What most requests took in the load tests of the AWS article. */
    private static final double REQUEST_SECONDS = 0.06;

    /** Who has waited longer has often gone. */
    private static final double PATIENCE_SECONDS = 5;

    private static final int LEAST_POOL = 10;
    private static final int LEAST_THREADS = 16;
    private static final int DEFAULT_THREADS = 50;
    private static final int THREADS_PER_CORE = 4;
    private static final int LEAST_QUEUE = 1000;
    private static final int LEAST_OPEN_FILES = 20_000;
    private static final int DEFAULT_CACHE = 10_000;
    private static final int CLIENTS_IN_DEFAULT_CACHES = 2500;

    /** A client in the cache of realms, the largest of the entries that were measured. */
    private static final double MEGABYTES_PER_ENTRY = 0.01;

    private static final double MEGABYTES_PER_THREAD = 0.2;

    private final Worksheet sheet = new Worksheet();
    private final Demand demand;
    private final Conditions conditions;
    private final int pods;
    private final int sites;
    private final GuideProfile guide;

    private Calculator(Demand demand, Conditions conditions, int pods, int sites, GuideProfile guide) {
        this.demand = demand;
        this.conditions = conditions;
        this.pods = pods;
        this.sites = sites;
        this.guide = guide;
    }

    /**
     * @param pods of one site
     * @param sites 1 or 2
     * @throws IllegalArgumentException if one of these is out of its range
     */
    public static Sizing size(Demand demand, Conditions conditions, int pods, int sites, GuideProfile guide) {
        Figure.require("pods", pods, 1, 1000);
        Figure.require("sites", sites, 1, 2);
        return new Calculator(demand, conditions, pods, sites, guide).size();
    }

    private Sizing size() {
        double cores = demandCores(sheet, demand, conditions, guide);
        double request = sheet.line(
                "cpu.requestPerPod",
                stepUp(cores / pods, CORE_STEP),
                "vCPU",
                "cpu.demand / pods, up to the next half",
                guide.source(),
                "{} / {}",
                cores,
                pods);
        double limit = sheet.line(
                "cpu.limitPerPod",
                guide.limitFactor() * cores / pods,
                "vCPU",
                "limitFactor × cpu.demand / pods",
                guide.source(),
                "{} × {} / {}",
                guide.limitFactor(),
                cores,
                pods);
        Sizing.Server server = server(limit);
        Sizing.Pod pod = pod(cores, request, limit, server);
        List<SiteVariant> variants = sites == 2 ? SiteVariant.of(pods, request, limit, cores) : List.of();
        Sizing.Database database = database();
        boolean tested = demand.growthUpTo(guide.tested()) >= 1;
        return new Sizing(
                demand,
                guide,
                pods,
                sizeName(),
                pod,
                database,
                server,
                variants,
                sheet.lines(),
                notes(pod, database, tested),
                tested ? "medium" : "low");
    }

    /** Of all pods together. */
    static double demandCores(Worksheet sheet, Demand demand, Conditions conditions, GuideProfile guide) {
        double logins = demand.logins() * conditions.hashCost() / guide.loginsPerCore();
        double grants = demand.clientCredentialGrants() * conditions.tlsCost() / guide.clientCredentialGrantsPerCore();
        double refreshes = demand.refreshes() / guide.refreshesPerCore();
        return sheet.line(
                "cpu.demand",
                logins + grants + refreshes,
                "vCPU",
                "logins × hashCost / loginsPerCore + grants × tlsCost / grantsPerCore + refreshes / refreshesPerCore",
                guide.source(),
                "{} × {} / {} + {} × {} / {} + {} / {}",
                demand.logins(),
                conditions.hashCost(),
                guide.loginsPerCore(),
                demand.clientCredentialGrants(),
                conditions.tlsCost(),
                guide.clientCredentialGrantsPerCore(),
                demand.refreshes(),
                guide.refreshesPerCore());
    }

    private Sizing.Pod pod(double cores, double request, double limit, Sizing.Server server) {
        double sessions = guide.memory().perHundredThousandSessions() * conditions.cachedSessions() / 100_000;
        double entries = (double) server.usersCache() + server.realmsCache() - 2.0 * DEFAULT_CACHE;
        double threads = Math.max(0, server.requestThreads() - DEFAULT_THREADS);
        double memory = sheet.line(
                "memory.requestPerPod",
                guide.memory().base() + sessions + entries * MEGABYTES_PER_ENTRY + threads * MEGABYTES_PER_THREAD,
                "MB",
                "base + sessions in memory + cache entries beyond the default × 0.01 + threads beyond 50 × 0.2",
                guide.source(),
                "{} + {} + {} × 0.01 + {} × 0.2",
                guide.memory().base(),
                sessions,
                entries,
                threads);
        double exact = (memory - GuideProfile.Memory.NON_HEAP) / GuideProfile.Memory.HEAP_SHARE;
        double memoryLimit = sheet.line(
                "memory.limitPerPod",
                stepUp(exact, MEGABYTE_STEP),
                "MB",
                "(memory.requestPerPod − non-heap) / heap share, up to the next ten",
                guide.source(),
                "({} − {}) / {}",
                memory,
                GuideProfile.Memory.NON_HEAP,
                GuideProfile.Memory.HEAP_SHARE);
        double left = sheet.line(
                "cpu.limitsWithoutOnePod",
                (pods - 1) * limit,
                "vCPU",
                "(pods − 1) × cpu.limitPerPod, to be at least cpu.demand",
                guide.source(),
                "({} − 1) × {}",
                pods,
                limit);
        return new Sizing.Pod(cores, request, limit, memory, memoryLimit, left >= cores);
    }

    private Sizing.Database database() {
        double requests = sheet.line(
                "database.requests",
                demand.databaseRequests(),
                "requests/s",
                "logins + logouts + refreshes",
                guide.source(),
                "{} + {} + {}",
                demand.logins(),
                demand.logouts(),
                demand.refreshes());
        double least =
                databaseCores("database.cores.least", guide.databaseCores().least(), requests);
        double most = databaseCores("database.cores.most", guide.databaseCores().most(), requests);
        double writes = sheet.line(
                "database.writes",
                guide.writesPer100() * requests / 100,
                "IOPS",
                "writes for 100 requests × database.requests / 100",
                guide.source(),
                "{} × {} / 100",
                guide.writesPer100(),
                requests);
        return new Sizing.Database(
                requests, least, most, writes, DatabaseInstance.withCores(least), DatabaseInstance.withCores(most));
    }

    private double databaseCores(String name, double per100, double requests) {
        return sheet.line(
                name,
                GuideProfile.IDLE_DATABASE_CORES + per100 * requests / 100,
                "vCPU",
                "idle + cores for 100 requests × database.requests / 100",
                guide.source(),
                "{} + {} × {} / 100",
                GuideProfile.IDLE_DATABASE_CORES,
                per100,
                requests);
    }

    private Sizing.Server server(double limit) {
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
        double pool = sheet.line(
                "pool.size",
                Math.max(LEAST_POOL, Math.ceil(busy + 2 * Math.sqrt(busy))),
                "connections",
                "pool.load + 2 × √pool.load, at least 10",
                POOL,
                "{} + 2 × √{}",
                busy,
                busy);
        double most = Math.max(DEFAULT_THREADS, THREADS_PER_CORE * Math.ceil(limit));
        double threads = sheet.line(
                "threads.max",
                Math.min(most, Math.max(LEAST_THREADS, Math.ceil(perPod * REQUEST_SECONDS * 1.3))),
                "threads",
                "requests / pods × 0.06 s × 1.3, at least 16, at most the default of max(50, 4 × cores)",
                THREADS,
                "{} × {} × 1.3, at most {}",
                perPod,
                REQUEST_SECONDS,
                most);
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

    private int cache(String name, int perClient) {
        if (conditions.concurrentClients() <= CLIENTS_IN_DEFAULT_CACHES) {
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

    private String sizeName() {
        if (demand.logins() <= 15) {
            return "S";
        }
        if (demand.logins() <= 45) {
            return "M";
        }
        return demand.logins() <= 150 ? "L" : "XL";
    }

    private List<String> notes(Sizing.Pod pod, Sizing.Database database, boolean tested) {
        List<String> notes = new ArrayList<>();
        notes.add(
                "A starting point: adjust it by load tests of your own. More pods and a second site cost some of it.");
        if (!tested) {
            notes.add("Beyond what the guide was tested with ("
                    + Figure.plain(guide.tested().logins()) + " logins, "
                    + Figure.plain(guide.tested().clientCredentialGrants()) + " grants, "
                    + Figure.plain(guide.tested().refreshes())
                    + " refreshes a second), linear growth is an assumption.");
        }
        if (!pod.survivesOneLost()) {
            notes.add(
                    "If one pod is lost, the limits of the others do not carry the load: add a pod or raise the limits.");
        }
        if (pod.limitMegabytes() < LEAST_LIMIT) {
            notes.add("The memory limit is below the 2 GB that the container guide (" + CONTAINER
                    + ") asks for: take these unless a measured live set says otherwise.");
        }
        notes.add("On " + database.cheaper().cores()
                + " database cores expect the median of logins and refreshes to rise by "
                + "up to 120 ms once they are 90 % busy.");
        if (database.cheaper().burstable() || database.faster().burstable()) {
            notes.add("t4g instances are burstable: under lasting load their processors are throttled.");
        }
        notes.add("After a restart the caches are empty and every read goes to the database: keep room for that hour.");
        return notes;
    }

    private static double stepUp(double value, double step) {
        return Math.ceil(Math.round(value / step * 1e9) / 1e9) * step;
    }
}
