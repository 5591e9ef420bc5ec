package org.millrace.advisor.sizing;

import java.util.List;

/** Sizes an installation by a guide's constants, line by line. */
public final class Calculator {

    private static final String CONNECTIONS = "https://www.postgresql.org/docs/current/runtime-config-connection.html";
    private static final String SESSIONS = "https://www.keycloak.org/server/caching";
    /** Kubernetes takes any fraction; half a core is as fine as the guide's constants can be trusted. */
    private static final double CORE_STEP = 0.5;

    private static final double MEGABYTE_STEP = 10;

    private static final int DEFAULT_THREADS = 50;
    private static final int DEFAULT_CACHE = 10_000;

    /** PostgreSQL's default; some are reserved for superusers, monitoring and migrations. */
    private static final double DEFAULT_CONNECTIONS = 100;

    private static final double SPARE_CONNECTIONS = 13;

    /** Keycloak's default for the longest life of a session: that of most is shorter. */
    private static final double SESSION_SECONDS = 36_000;

    private static final double DAY_SECONDS = 86_400;

    /** One for the user and one for the client that the login was for. */
    private static final double ROWS_PER_SESSION = 2;

    /** With its indexes, which take four fifths of the row's. */
    private static final double BYTES_PER_ROW = 1024 * 1.8;

    private static final double GIGABYTE = 1024.0 * 1024 * 1024;

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
                Math.max(CORE_STEP, stepUp(cores / pods, CORE_STEP)),
                "vCPU",
                "cpu.demand / pods, up to the next half, at least 0.5",
                guide.source(),
                "{} / {}",
                cores,
                pods);
        double limit = sheet.line(
                "cpu.limitPerPod",
                Math.max(request, guide.limitFactor() * cores / pods),
                "vCPU",
                "limitFactor × cpu.demand / pods, at least cpu.requestPerPod",
                guide.source(),
                "{} × {} / {}, at least {}",
                guide.limitFactor(),
                cores,
                pods,
                request);
        Sizing.Database database = database();
        int databaseCores = database.faster().cores();
        Sizing.Server server = new PodOptions(sheet, demand, conditions, pods, sites).of(limit, databaseCores);
        DatabaseSettings settings = settings(server, database.faster());
        sessions();
        Sizing.Pod pod = pod(cores, request, limit, server);
        List<SiteVariant> variants = sites == 2 ? SiteVariant.of(pods, request, limit, cores) : List.of();
        boolean tested = demand.growthUpTo(guide.tested()) >= 1;
        return new Sizing(
                demand,
                guide,
                pods,
                sizeName(),
                pod,
                database,
                settings,
                server,
                variants,
                sheet.lines(),
                new SizingNotes(demand, guide, pods, sites).of(pod, database, server, tested),
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
        return new Sizing.Pod(cores, request, limit, memory, memoryLimit, pods > 1 && left >= cores);
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

    private DatabaseSettings settings(Sizing.Server server, DatabaseInstance instance) {
        double pools = (double) pods * sites * server.poolSize();
        double connections = sheet.line(
                "database.maxConnections",
                Math.max(DEFAULT_CONNECTIONS, stepUp(pools + SPARE_CONNECTIONS, 10)),
                "connections",
                "pods × sites × pool.size + 3 reserved + 10 for others, up to the next ten, at least the default of 100",
                CONNECTIONS,
                "{} × {} × {} + 13",
                pods,
                sites,
                server.poolSize());
        DatabaseSettings settings = DatabaseSettings.of(instance.gigabytes(), (int) connections);
        settings.show(sheet, instance.gigabytes());
        return settings;
    }

    /** Where sessions are in the database. */
    private void sessions() {
        if (guide.memory().perHundredThousandSessions() > 0) {
            return;
        }
        double rows = sheet.line(
                "sessions.rows",
                demand.logins() * SESSION_SECONDS * ROWS_PER_SESSION,
                "rows",
                "logins × 10 h × (1 + 1 client), at most: who logs out or is idle goes earlier",
                SESSIONS,
                "{} × {} × {}",
                demand.logins(),
                SESSION_SECONDS,
                ROWS_PER_SESSION);
        sheet.line(
                "sessions.size",
                rows * BYTES_PER_ROW / GIGABYTE,
                "GB",
                "sessions.rows × 1 kB × (1 + 0.8 for indexes)",
                SESSIONS,
                "{} × 1024 × 1.8 / 1073741824",
                rows);
        sheet.line(
                "sessions.growthPerDay",
                demand.logins() * DAY_SECONDS * ROWS_PER_SESSION * BYTES_PER_ROW / GIGABYTE,
                "GB",
                "the same of a day's logins: what is written daily, and stays if nothing expires",
                SESSIONS,
                "{} × {} × {} × 1024 × 1.8 / 1073741824",
                demand.logins(),
                DAY_SECONDS,
                ROWS_PER_SESSION);
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

    private static double stepUp(double value, double step) {
        return Math.ceil(Math.round(value / step * 1e9) / 1e9) * step;
    }
}
