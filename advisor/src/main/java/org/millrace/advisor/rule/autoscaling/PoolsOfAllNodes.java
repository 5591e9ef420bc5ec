package org.millrace.advisor.rule.autoscaling;

import java.util.List;
import java.util.Optional;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.StatedSettings;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.model.signal.PostgresSignals;
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

/** As many nodes as there may be would want more connections than the database has. */
public final class PoolsOfAllNodes implements Rule {

    private static final Threshold BUDGET = new Threshold(
            "connections of all nodes there may be by those there are",
            1,
            "ratio",
            "Beyond, the last nodes to start get none, just when they are needed");

    private static final RuleCard CARD = new RuleCard(
            RuleId.POOLS_OF_ALL_NODES,
            "Too few connections for all nodes",
            Lane.CAPACITY,
            "An autoscaler starts nodes when the load is high, and each fills its pool. The default of an Amazon database of the "
                    + "smallest size is 45 connections; the load test that prompted this used 152. Nodes of another site count too. "
                    + "Behind a connection pooler such as PgBouncer the limits of the pooler count instead.",
            List.of(
                    StatedSettings.MAX_NODES,
                    PoolSignals.MAX,
                    PostgresSignals.MAX_CONNECTIONS,
                    PostgresSignals.RESERVED_CONNECTIONS),
            List.of(BUDGET),
            List.of("https://www.postgresql.org/docs/current/runtime-config-connection.html"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double nodes = window.number(StatedSettings.MAX_NODES).orElse(1)
                + window.number(StatedSettings.OTHER_SITE_NODES).orElse(0);
        double pool = window.latest(PoolSignals.MAX);
        double available = window.latest(PostgresSignals.MAX_CONNECTIONS)
                - window.latest(PostgresSignals.RESERVED_CONNECTIONS)
                - PoolBudget.SPARE;
        return nodes * pool <= BUDGET.in(context) * available || PoolBudget.isBehindPooler(window)
                ? Verdict.healthy()
                : finding(nodes, pool, available);
    }

    private static Finding finding(double nodes, double pool, double available) {
        Optional<Change> smaller = PoolBudget.within(available, nodes, pool);
        String fits = smaller.map(change -> "A pool of " + change.apply().get(0).to() + " fits; so do fewer nodes")
                .orElse(tooFew(nodes, available) + "Fewer nodes fit");
        return new Finding(
                Severity.WARNING,
                List.of(
                        Observation.of("agroal.max.size.all.nodes.share", nodes * pool / available, BUDGET),
                        Observation.of("postgres.available.connections", available, "connections")),
                Figures.number(nodes) + " nodes with " + Figures.number(pool) + " connections each want "
                        + Figures.number(nodes * pool) + ", and the database has " + Figures.number(available)
                        + " to give. " + fits
                        + ", or a higher max_connections if the database has the processors for them.",
                Confidence.HIGH,
                smaller.orElse(null));
    }

    private static String tooFew(double nodes, double available) {
        return PoolBudget.isEnough(available, nodes)
                ? ""
                : "No pool of " + Figures.number(PoolBudget.LEAST) + " or more fits on all of them. ";
    }
}
