package org.millrace.advisor.rule;

import java.util.List;
import java.util.Optional;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.ClusterSignals;
import org.millrace.advisor.model.KeycloakSettings;
import org.millrace.advisor.model.PoolSignals;
import org.millrace.advisor.model.PostgresSignals;
import org.millrace.advisor.model.Window;

/** How large the pools of all nodes may be for the database behind them. */
public final class PoolBudget {

    /** Of all nodes together: the migration that prompted this did best at 6, and worse the more there were. */
    private static final double PER_CORE = 10;

    /** Below, requests would wait for each other on any database. */
    public static final double LEAST = 10;

    /** Connections of the database that no pool may count on: administrators, monitoring and backups need some. */
    public static final double SPARE = 10;

    private PoolBudget() {}

    /** A pool with which so many nodes fit into the connections there are; empty if the one there is fits, or too few are left. */
    public static Optional<Change> within(double connections, double nodes, double pool) {
        int to = (int) Math.floor(connections / nodes);
        return isEnough(connections, nodes) && to < pool ? Optional.of(to(pool, to)) : Optional.empty();
    }

    /** Whether each of so many nodes can have the least pool: with too small a one, Keycloak may not even start. */
    public static boolean isEnough(double connections, double nodes) {
        return Math.floor(connections / nodes) >= LEAST;
    }

    /** A smaller pool for each node; empty if the one there is fits, or nobody knows the database's cores. */
    public static Optional<Change> smaller(Window window) {
        return smaller(window, PER_CORE);
    }

    /** @param perCore connections of all nodes together for each core of the database */
    public static Optional<Change> smaller(Window window, double perCore) {
        double cores = window.latestIfKnown(PostgresSignals.CORES).orElse(0);
        double pool = window.latestIfKnown(PoolSignals.MAX).orElse(0);
        double nodes = Math.max(1, window.maxIfKnown(ClusterSignals.SIZE).orElse(1));
        double used = window.maxIfKnown(PoolSignals.ACTIVE).orElse(0);
        double budget = Math.floor(perCore * cores / nodes);
        double enough = used > 0 ? Math.ceil(used + 2 * Math.sqrt(used)) : budget;
        int to = (int) Math.max(LEAST, Math.min(budget, enough));
        return cores > 0 && to < pool ? Optional.of(to(pool, to)) : Optional.empty();
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
