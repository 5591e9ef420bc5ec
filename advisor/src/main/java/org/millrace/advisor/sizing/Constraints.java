package org.millrace.advisor.sizing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Collects what bounds an installation, one resource after another. */
final class Constraints {

    private static final String LITTLE = "https://en.wikipedia.org/wiki/Little%27s_law";
    private static final String CONNECTIONS = "https://www.postgresql.org/docs/current/runtime-config-connection.html";

    /** Beyond, waiting times grow faster than the load. */
    private static final double POOL_USE = 0.7;

    private static final double THREAD_USE = 0.8;
    private static final double WRITE_USE = 0.8;

    /** For superusers and monitoring. */
    private static final double SPARE_CONNECTIONS = 13;

    private final Worksheet sheet = new Worksheet();
    private final List<Capacity.Constraint> found = new ArrayList<>();
    private final Installation installation;
    private final Demand mix;
    private final Conditions conditions;
    private final GuideProfile guide;

    Constraints(Installation installation, Demand mix, Conditions conditions, GuideProfile guide) {
        this.installation = installation;
        this.mix = mix;
        this.conditions = conditions;
        this.guide = guide;
    }

    Capacity capacity() {
        processors(Calculator.demandCores(sheet, mix, conditions, guide));
        if (mix.databaseRequests() > 0) {
            database();
            pool();
        }
        threads();
        if (conditions.concurrentClients() > 0) {
            add(
                    "caches",
                    Capacity.Scope.FAST_ONLY,
                    Conditions.CLIENTS_IN_DEFAULT_CACHES / conditions.concurrentClients(),
                    "2500 clients that the caches hold by default / clients in use at once",
                    guide.source(),
                    "{} / {}",
                    Conditions.CLIENTS_IN_DEFAULT_CACHES,
                    conditions.concurrentClients());
        }
        double tested = mix.growthUpTo(guide.tested());
        if (Double.isFinite(tested)) {
            add(
                    "tested",
                    Capacity.Scope.KNOWLEDGE_ONLY,
                    tested,
                    "least of tested rate / rate",
                    guide.source(),
                    "{}",
                    tested);
        }
        Optional<Capacity.Constraint> holds = least(Capacity.Scope.ALWAYS, Capacity.Scope.NOT_FOR_BURSTS);
        return new Capacity(
                mix,
                guide,
                found,
                holds,
                least(Capacity.Scope.ALWAYS, Capacity.Scope.NOT_FOR_BURSTS, Capacity.Scope.FAST_ONLY),
                least(Capacity.Scope.ALWAYS),
                least(Capacity.Scope.ALWAYS, Capacity.Scope.ONE_POD_LOST_ONLY),
                sheet.lines(),
                holds.map(Capacity.Constraint::factor).orElse(0.0) > tested ? "low" : "medium");
    }

    private void processors(double demand) {
        double pods = installation.pods();
        installation
                .requestCores()
                .ifPresent(cores -> add(
                        "cpu.requests",
                        Capacity.Scope.NOT_FOR_BURSTS,
                        pods * cores / demand,
                        "pods × request / cpu.demand",
                        guide.source(),
                        "{} × {} / {}",
                        pods,
                        cores,
                        demand));
        installation.limitCores().ifPresent(cores -> {
            add(
                    "cpu.limits",
                    Capacity.Scope.ALWAYS,
                    pods * cores / demand,
                    "pods × limit / cpu.demand",
                    guide.source(),
                    "{} × {} / {}",
                    pods,
                    cores,
                    demand);
            add(
                    "cpu.limits.onePodLost",
                    Capacity.Scope.ONE_POD_LOST_ONLY,
                    (pods - 1) * cores / demand,
                    "(pods − 1) × limit / cpu.demand",
                    guide.source(),
                    "({} − 1) × {} / {}",
                    pods,
                    cores,
                    demand);
        });
    }

    private void database() {
        installation.databaseCores().ifPresent(cores -> {
            databaseCpu(
                    "database.cpu.fast",
                    Capacity.Scope.FAST_ONLY,
                    cores,
                    guide.databaseCores().most());
            databaseCpu(
                    "database.cpu",
                    Capacity.Scope.ALWAYS,
                    cores,
                    guide.databaseCores().least());
        });
        installation
                .databaseWrites()
                .ifPresent(writes -> add(
                        "database.writes",
                        Capacity.Scope.ALWAYS,
                        WRITE_USE * writes / (guide.writesPer100() * mix.databaseRequests() / 100),
                        "0.8 × writes / (writes for 100 requests × requests / 100)",
                        guide.source(),
                        "{} × {} / ({} × {} / 100)",
                        WRITE_USE,
                        writes,
                        guide.writesPer100(),
                        mix.databaseRequests()));
    }

    private void databaseCpu(String name, Capacity.Scope scope, double cores, double per100) {
        double usable = cores * installation.databaseUse() - GuideProfile.IDLE_DATABASE_CORES;
        add(
                name,
                scope,
                Math.max(0, usable) / (per100 * mix.databaseRequests() / 100),
                "(cores × use − idle) / (cores for 100 requests × requests / 100)",
                guide.source(),
                "({} × {} − {}) / ({} × {} / 100)",
                cores,
                installation.databaseUse(),
                GuideProfile.IDLE_DATABASE_CORES,
                per100,
                mix.databaseRequests());
    }

    private void pool() {
        double requests = mix.databaseRequests();
        double seconds = installation.holdSeconds();
        installation
                .poolSize()
                .ifPresent(size -> held(
                        "pool",
                        size,
                        POOL_USE,
                        "pool × 0.7 / (database requests × seconds a connection is held)",
                        requests,
                        seconds));
        installation
                .maxConnections()
                .ifPresent(most -> add(
                        "connections",
                        Capacity.Scope.ALWAYS,
                        Math.max(0, most - SPARE_CONNECTIONS) * POOL_USE / (requests * seconds),
                        "(max_connections − 13) × 0.7 / (database requests × seconds a connection is held)",
                        CONNECTIONS,
                        "({} − {}) × {} / ({} × {})",
                        most,
                        SPARE_CONNECTIONS,
                        POOL_USE,
                        requests,
                        seconds));
    }

    private void threads() {
        installation
                .requestThreads()
                .ifPresent(threads -> held(
                        "threads",
                        threads,
                        THREAD_USE,
                        "threads × 0.8 / (requests × seconds a request)",
                        mix.requests(),
                        installation.requestSeconds()));
    }

    /** A resource that every pod has a number of, each held by a request for a time; with all pods, and after the loss of one. */
    private void held(String name, double each, double use, String formula, double requests, double seconds) {
        int pods = installation.pods();
        double factor = each * use / (requests * seconds);
        add(
                name,
                Capacity.Scope.ALWAYS,
                pods * factor,
                "pods × " + formula,
                LITTLE,
                "{} × {} × {} / ({} × {})",
                pods,
                each,
                use,
                requests,
                seconds);
        add(
                name + ".onePodLost",
                Capacity.Scope.ONE_POD_LOST_ONLY,
                (pods - 1) * factor,
                "(pods − 1) × " + formula,
                LITTLE,
                "({} − 1) × {} × {} / ({} × {})",
                pods,
                each,
                use,
                requests,
                seconds);
    }

    private void add(
            String name,
            Capacity.Scope scope,
            double factor,
            String formula,
            String source,
            String numbers,
            double... arguments) {
        if (Double.isFinite(factor)) {
            sheet.line(name, factor, "× the mix", formula, source, numbers, arguments);
            found.add(new Capacity.Constraint(name, factor, scope));
        }
    }

    private Optional<Capacity.Constraint> least(Capacity.Scope... scopes) {
        return found.stream()
                .filter(constraint -> List.of(scopes).contains(constraint.scope()))
                .min(Comparator.comparing(Capacity.Constraint::factor));
    }
}
