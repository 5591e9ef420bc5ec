package org.millrace.advisor.rule.postgres;

import java.util.List;
import java.util.Optional;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.StatedSettings;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.rule.Causality;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.RuleId;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.Verdict;
import org.millrace.advisor.rule.analysis.Figures;
import org.millrace.advisor.rule.analysis.PoolBudget;

/** The pools of the nodes there are may grow to more connections than the database gives out. */
public final class ConnectionBudget implements Rule {

    private static final Threshold BUDGET = new Threshold(
            "pools of all nodes by available connections",
            1,
            "ratio",
            "Beyond, the pools that grow last get none, just when load makes them grow");

    private static final Threshold USED = new Threshold(
            "used by available connections",
            0.9,
            "ratio",
            "The next burst, or a starting node, is rejected, because all clients share the connections");

    private static final RuleCard CARD = new RuleCard(
            RuleId.CONNECTION_BUDGET,
            "The pools exceed the database's connections",
            Lane.CAPACITY,
            "When load makes the pools grow to their full size, the database refuses connections, and requests fail that "
                    + "would have waited. Every node has such a pool; all are taken to be as large as this one's, those of "
                    + "another site with them. Ten connections are to be left for administrators, monitoring and backups. "
                    + "Behind a connection pooler such as PgBouncer its limits count instead (default_pool_size, "
                    + "max_client_conn). The pooler is detected while this node's pool has more connections open than "
                    + "PostgreSQL has sessions; then only the connections in use are compared.",
            List.of(
                    PoolSignals.MAX,
                    PostgresSignals.MAX_CONNECTIONS,
                    PostgresSignals.RESERVED_CONNECTIONS,
                    PostgresSignals.SESSIONS),
            List.of(BUDGET, USED),
            List.of("https://www.postgresql.org/docs/current/runtime-config-connection.html"),
            Causality.none()
                    // The pools are too large for the present nodes, and the proposed size is for the maximum number of
                    // nodes.
                    .holdingBack(RuleId.POOLS_OF_ALL_NODES));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double pool = window.latest(PoolSignals.MAX);
        double available =
                window.latest(PostgresSignals.MAX_CONNECTIONS) - window.latest(PostgresSignals.RESERVED_CONNECTIONS);
        double others = window.number(StatedSettings.OTHER_SITE_NODES).orElse(0);
        double nodes = PoolBudget.nodes(window) + others;
        double used = window.latest(PostgresSignals.SESSIONS);
        boolean nearlyUsedUp = used > USED.in(context) * available;
        if (PoolBudget.isBehindPooler(window)) {
            return nearlyUsedUp ? behindPooler(available, used) : Verdict.healthy();
        }
        if (!nearlyUsedUp && nodes * pool <= BUDGET.in(context) * available - PoolBudget.SPARE) {
            return Verdict.healthy();
        }
        double most = Math.max(nodes, window.number(StatedSettings.MAX_NODES).orElse(0) + others);
        double free = available - PoolBudget.SPARE;
        Optional<Change> smaller = PoolBudget.within(free, most, pool);
        return new Finding(
                nearlyUsedUp ? Severity.CRITICAL : severity(most * pool, BUDGET.in(context) * available),
                List.of(
                        Observation.of("agroal.max.size.share", nodes * pool / available, BUDGET),
                        Observation.of("postgres.sessions.share", used / available, USED),
                        Observation.of(PoolSignals.MAX.name(), pool, "connections"),
                        Observation.of("keycloak.nodes", nodes, "nodes"),
                        Observation.of("postgres.available.connections", available, "connections")),
                why(nodes, pool, available, used) + " " + remedy(smaller.isPresent(), PoolBudget.isEnough(free, most)),
                Confidence.HIGH,
                smaller.orElse(null));
    }

    private static Finding behindPooler(double available, double used) {
        return new Finding(
                Severity.CRITICAL,
                List.of(
                        Observation.of("postgres.sessions.share", used / available, USED),
                        Observation.of("postgres.available.connections", available, "connections")),
                "The database gives " + Figures.number(available)
                        + " connections to all its clients together, of which "
                        + Figures.number(used)
                        + " are in use. A connection pooler shares its connections among Keycloak's, so the size of "
                        + "Keycloak's pool is not the cause. Lower default_pool_size of the pooler, raise max_connections, "
                        + "or have other clients use fewer.",
                Confidence.MEDIUM,
                null);
    }

    /** Exceeding only the reserve causes no failure yet. */
    private static Severity severity(double wanted, double budget) {
        return wanted > budget ? Severity.WARNING : Severity.INFO;
    }

    private static String why(double nodes, double pool, double available, double used) {
        return Figures.count(nodes, "node") + " may open " + Figures.count(nodes * pool, "connection") + ", "
                + Figures.number(pool) + " each, and the database gives " + Figures.number(available)
                + " to all its clients together, of which " + Figures.number(used)
                + " are in use.";
    }

    private static String remedy(boolean smaller, boolean enough) {
        if (smaller) {
            return "Make the pools of all nodes fit, or raise max_connections.";
        }
        return enough
                ? "Raise max_connections, or have its clients use fewer."
                : "No pool of " + Figures.number(PoolBudget.LEAST)
                        + " or more fits on all nodes: raise max_connections, or take nodes away.";
    }
}
