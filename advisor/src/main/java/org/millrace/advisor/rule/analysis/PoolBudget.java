package org.millrace.advisor.rule.analysis;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Input;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.Snapshot;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.model.setting.StatedSettings;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.model.signal.PostgresSignals;

/** How large the pools of all nodes may be for the database behind them. */
public final class PoolBudget {

    /** Of all nodes together: the migration that prompted this did best at 6, and worse the more there were. */
    private static final double PER_CORE = 10;

    /** Below, requests would wait for each other on any database. */
    public static final double LEAST = 10;

    /** Connections of the database that no pool may count on: administrators, monitoring and backups need some. */
    public static final double SPARE = 10;

    /** Half of the free connections: other clients and administrators need some too. */
    private static final double SHARE_OF_FREE_CONNECTIONS = 0.5;

    /** Inputs for the assessment of a pool's size. */
    public static final List<Signal> INPUTS = Stream.concat(
                    Stream.of(PoolSignals.AWAITING, PoolSignals.ACTIVE, PoolSignals.MAX), DatabaseLoad.INPUTS.stream())
            .toList();

    /** A source that was silent for the most part while requests waited says little about that time. */
    private static final double MOST = 0.5;

    /** For that long, a pooler is no connection that was just opened or closed. */
    private static final Duration POOLED = Duration.ofSeconds(10);

    private PoolBudget() {}

    /**
     * The largest pool with which this number of nodes stays within the connection limit; empty if the current pool does, or if
     * too few connections remain.
     */
    public static Optional<Change> within(double connections, double nodes, double pool) {
        int to = (int) Math.floor(connections / nodes);
        return isEnough(connections, nodes) && to < pool ? Optional.of(to(pool, to)) : Optional.empty();
    }

    /** Whether each node can have the minimum pool: below it, Keycloak may fail to start. */
    public static boolean isEnough(double connections, double nodes) {
        return Math.floor(connections / nodes) >= LEAST;
    }

    /** Upper bound for the pool of each node by the cores of the database; empty if their number is unknown. */
    public static OptionalDouble byCores(Window window) {
        return byCores(window, PER_CORE);
    }

    private static OptionalDouble byCores(Window window, double perCore) {
        double cores = window.latestIfKnown(PostgresSignals.CORES).orElse(0);
        return cores > 0
                ? OptionalDouble.of(Math.max(LEAST, Math.floor(perCore * cores / mostNodes(window))))
                : OptionalDouble.empty();
    }

    /**
     * The largest pool that the database has connections for if every node's pool grows equally; empty if the number of free
     * connections is unknown.
     */
    public static OptionalDouble byConnections(Window window, double pool) {
        OptionalDouble available = available(window);
        OptionalDouble sessions = window.maxIfKnown(PostgresSignals.SESSIONS);
        if (available.isEmpty() || sessions.isEmpty()) {
            return OptionalDouble.empty();
        }
        double free = available.getAsDouble() - sessions.getAsDouble();
        double most = mostNodes(window);
        double larger = Math.floor(pool + Math.max(0, free) * SHARE_OF_FREE_CONNECTIONS / most);
        return OptionalDouble.of(Math.min(larger, Math.max(pool, Math.floor(available.getAsDouble() / most))));
    }

    /**
     * The largest pool that the database has connections and, if they are known, cores for; empty if the number of free
     * connections is unknown.
     */
    public static OptionalDouble most(Window window, double pool) {
        OptionalDouble connections = byConnections(window, pool);
        return connections.isPresent()
                ? OptionalDouble.of(
                        Math.min(connections.getAsDouble(), byCores(window).orElse(Double.POSITIVE_INFINITY)))
                : connections;
    }

    /** Whether most samples tell what pool and database did in them: a source that was silent says little about that time. */
    public static boolean isMeasured(Window samples) {
        return unmeasured(samples).isEmpty();
    }

    /** Inputs for the assessment of a pool's size that most samples lack. */
    public static List<Input> unmeasured(Window samples) {
        return INPUTS.stream()
                .filter(signal -> samples.coverage(signal) <= MOST)
                .<Input>map(signal -> signal)
                .toList();
    }

    /** Connections that the pools of all nodes may have together; empty if it is not known. */
    public static OptionalDouble available(Window window) {
        OptionalDouble most = window.maxIfKnown(PostgresSignals.MAX_CONNECTIONS);
        OptionalDouble reserved = window.maxIfKnown(PostgresSignals.RESERVED_CONNECTIONS);
        return most.isPresent() && reserved.isPresent()
                ? OptionalDouble.of(most.getAsDouble() - reserved.getAsDouble() - SPARE)
                : OptionalDouble.empty();
    }

    /**
     * Whether a connection pooler such as PgBouncer shares fewer connections among its clients: for some time, this node's pool has
     * had more connections open than PostgreSQL has sessions of all clients. Then the limits of the pooler bound the pools, not
     * max_connections. False if it is not known.
     */
    public static boolean isBehindPooler(Window window) {
        return window.lastRun(PoolBudget::hasFewerSessions).compareTo(POOLED) >= 0;
    }

    private static boolean hasFewerSessions(Snapshot snapshot) {
        OptionalDouble used = snapshot.value(PoolSignals.ACTIVE);
        OptionalDouble idle = snapshot.value(PoolSignals.AVAILABLE);
        OptionalDouble sessions = snapshot.value(PostgresSignals.SESSIONS);
        return used.isPresent()
                && idle.isPresent()
                && sessions.isPresent()
                && used.getAsDouble() + idle.getAsDouble() > sessions.getAsDouble();
    }

    /** Number of nodes of all sites that there may be at the same time, as far as it is stated. */
    private static double mostNodes(Window window) {
        return Math.max(nodes(window), window.number(StatedSettings.MAX_NODES).orElse(0))
                + window.number(StatedSettings.OTHER_SITE_NODES).orElse(0);
    }

    /** Number of nodes of this site, as the maximum seen at the same time; one if unknown. */
    public static double nodes(Window window) {
        return Math.max(1, window.maxIfKnown(ClusterSignals.SIZE).orElse(1));
    }

    /**
     * A smaller pool for each node, computed from the cores only: the use under light load does not predict the peak. Empty if
     * the current pool fits, or if the number of cores is unknown.
     */
    public static Optional<Change> toCores(Window window) {
        return smaller(window, PER_CORE, Double.POSITIVE_INFINITY);
    }

    /** @param contended in which sessions were in each other's way: more connections than were used then are of no use */
    public static Optional<Change> smaller(Window contended) {
        return smaller(contended, PER_CORE);
    }

    /** @param perCore connections of all nodes together for each core of the database */
    public static Optional<Change> smaller(Window contended, double perCore) {
        double used = contended.maxIfKnown(PoolSignals.ACTIVE).orElse(0);
        return smaller(contended, perCore, used > 0 ? Math.ceil(used + 2 * Math.sqrt(used)) : Double.POSITIVE_INFINITY);
    }

    private static Optional<Change> smaller(Window window, double perCore, double enough) {
        OptionalDouble budget = byCores(window, perCore);
        if (budget.isEmpty()) {
            return Optional.empty();
        }
        double pool = window.latestIfKnown(PoolSignals.MAX).orElse(0);
        int to = (int) Math.max(LEAST, Math.min(budget.getAsDouble(), enough));
        return to < pool ? Optional.of(to(pool, to)) : Optional.empty();
    }

    private static Change to(double pool, int to) {
        Step step = new Step(
                Step.Kind.OPTION,
                KeycloakSettings.DB_POOL_MAX_SIZE.name(),
                Integer.toString((int) pool),
                Integer.toString(to));
        return new Change(List.of(step), true, Change.Risk.MEDIUM);
    }
}
