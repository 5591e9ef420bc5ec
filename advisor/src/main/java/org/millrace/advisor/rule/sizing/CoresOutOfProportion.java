package org.millrace.advisor.rule.sizing;

import java.util.List;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.JvmSignals;
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
import org.millrace.advisor.rule.analysis.Processors;

/** The servers have far more processors than the database behind them. */
public final class CoresOutOfProportion implements Rule {

    private static final Threshold RATIO = new Threshold(
            "processors of the servers by the database's",
            10,
            "ratio",
            "The guide's example has 5 to 11 at its limits; the migration that prompted this began with 15");

    private static final Threshold RUNNING = new Threshold(
            "running sessions per core", 0.7, "sessions per core", "Then the database is where the load ends up");

    private static final RuleCard CARD = new RuleCard(
            RuleId.CORES_OUT_OF_PROPORTION,
            "The database is small compared to its servers",
            Lane.CAPACITY,
            "Everything a server does for sessions ends up in the database. Where it is the funnel, processors of the servers only "
                    + "push harder; client credential grants hardly touch it.",
            List.of(JvmSignals.PROCESSORS, PostgresSignals.CORES, PostgresSignals.RUNNING),
            List.of(RATIO, RUNNING),
            List.of("https://www.keycloak.org/high-availability/multi-cluster/concepts-memory-and-cpu-sizing"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double cores = window.latest(PostgresSignals.CORES);
        double servers = Processors.available(window).orElse(0) * NodeDemand.nodes(window);
        double running = window.mean(PostgresSignals.RUNNING) / cores;
        return servers / cores <= RATIO.in(context)
                ? Verdict.healthy()
                : new Finding(
                        running >= RUNNING.in(context) ? Severity.WARNING : Severity.INFO,
                        List.of(
                                Observation.of("cluster.cpu.by.database", servers / cores, RATIO),
                                Observation.of("postgres.sessions.running.per.core", running, RUNNING)),
                        Figures.count(servers, "core") + " of servers stand before " + Figures.count(cores, "core")
                                + " of the database. Invest in the database instead, and limit the load on it: "
                                + "KC-POOL-003.",
                        Confidence.MEDIUM,
                        null);
    }
}
