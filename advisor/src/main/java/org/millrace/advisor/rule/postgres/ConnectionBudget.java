package org.millrace.advisor.rule.postgres;

import java.util.List;
import org.millrace.advisor.model.PoolSignals;
import org.millrace.advisor.model.PostgresSignals;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Figures;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.Verdict;

/** The pool may grow to more connections than the database gives out. */
public final class ConnectionBudget implements Rule {

    private static final Threshold BUDGET = new Threshold(
            "pool size by available connections",
            0.9,
            "ratio",
            "A tenth is left for administrators, monitoring and a node that starts while another stops");

    private static final RuleCard CARD = new RuleCard(
            "KC-PG-002",
            "The pool exceeds the database's connections",
            Lane.CAPACITY,
            "When load makes the pool grow to its full size, the database refuses connections, and requests fail that "
                    + "would have waited. Every node has such a pool: this compares one node's.",
            List.of(PoolSignals.MAX, PostgresSignals.MAX_CONNECTIONS, PostgresSignals.RESERVED_CONNECTIONS),
            List.of(BUDGET),
            List.of("https://www.postgresql.org/docs/current/runtime-config-connection.html"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(Window window) {
        double pool = window.latest(PoolSignals.MAX);
        double available =
                window.latest(PostgresSignals.MAX_CONNECTIONS) - window.latest(PostgresSignals.RESERVED_CONNECTIONS);
        if (pool < BUDGET.in(window) * available) {
            return Verdict.healthy();
        }
        return new Finding(
                Severity.WARNING,
                List.of(
                        Observation.of("agroal.max.size.share", pool / available, BUDGET),
                        Observation.of(PoolSignals.MAX.name(), pool, "connections"),
                        Observation.of("postgres.available.connections", available, "connections")),
                "The pool may open " + Figures.count(pool, "connection") + ", and the database gives "
                        + Figures.number(available) + " to all its clients together. Make the pools of all nodes fit, "
                        + "or raise max_connections.",
                Confidence.HIGH,
                null);
    }
}
