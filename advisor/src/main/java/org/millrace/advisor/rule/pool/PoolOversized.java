package org.millrace.advisor.rule.pool;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.model.Window;
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
import org.millrace.advisor.rule.Station;
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.Verdict;
import org.millrace.advisor.rule.analysis.DatabaseLoad;
import org.millrace.advisor.rule.analysis.Figures;
import org.millrace.advisor.rule.analysis.LockChain;
import org.millrace.advisor.rule.analysis.PoolBudget;

/** All pools together may put more sessions on the database than its processors can serve. */
public final class PoolOversized implements Rule {

    private static final Threshold PER_CORE = new Threshold(
            "connections of all nodes by database cores",
            10,
            "connections per core",
            "The migration that prompted this did best at 6, and worse the more there were: 292, 458");

    private static final Threshold FLOOR = new Threshold(
            "connections of this pool", 10, "connections", "Below, requests would wait for each other on any database");

    private static final Threshold CONTENTION = new Threshold(
            "active sessions that wait for locks or latches",
            0.2,
            "ratio",
            "From a fifth on, another session mostly joins a queue inside the database");

    private static final Threshold ACTIVE = new Threshold(
            "active sessions per core",
            2,
            "sessions per core",
            "Below, the connections are open but not used at the same time");

    private static final Threshold MANY_PER_CORE = new Threshold(
            "connections of all nodes by database cores, critical",
            30,
            "connections per core",
            "Where throughput was measured, it had fallen to a fraction by then");

    private static final Threshold SLICE = new Threshold(
            "seconds of the busiest stretch",
            30,
            "seconds",
            "Thirty samples make a mean; a burst of logins is shorter");

    private static final RuleCard CARD = new RuleCard(
            RuleId.POOL_OVERSIZED,
            "The pools are too large for the database",
            Lane.SATURATION,
            "The pool limits the concurrency on the database: sessions compete for processors, locks and pages. Unused open connections "
                    + "cost little since PostgreSQL 14; without contention this is only a note.",
            List.of(
                    PoolSignals.MAX,
                    PostgresSignals.CORES,
                    PostgresSignals.ACTIVE,
                    PostgresSignals.WAITING_FOR_LOCK,
                    PostgresSignals.WAITING_FOR_LATCH),
            List.of(PER_CORE, FLOOR, CONTENTION, ACTIVE, MANY_PER_CORE, SLICE),
            List.of(
                    "https://github.com/brettwooldridge/HikariCP/wiki/About-Pool-Sizing",
                    "https://wiki.postgresql.org/wiki/Number_Of_Database_Connections"),
            Causality.at(Station.DATABASE_CONNECTIONS));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double pool = window.latest(PoolSignals.MAX);
        double nodes = PoolBudget.nodes(window);
        double cores = window.latest(PostgresSignals.CORES);
        double perCore = pool * nodes / cores;
        if (pool <= FLOOR.in(context) || perCore <= PER_CORE.in(context)) {
            return Verdict.healthy();
        }
        Optional<Window> busiest = window.busiest(PostgresSignals.ACTIVE, SLICE.duration(context))
                .filter(slice -> isContended(context.of(slice), cores) && !LockChain.isIn(slice));
        return busiest.<Verdict>map(slice -> contended(
                        context.of(slice),
                        perCore,
                        pool,
                        nodes,
                        cores,
                        PoolBudget.smaller(slice).orElse(null)))
                .orElseGet(() -> large(
                                perCore,
                                pool,
                                nodes,
                                cores,
                                PoolBudget.toCores(window).orElse(null))
                        .withoutSymptom());
    }

    private static boolean isContended(RuleContext context, double cores) {
        Window slice = context.window();
        return contention(slice) >= CONTENTION.in(context)
                && slice.mean(PostgresSignals.ACTIVE) / cores >= ACTIVE.in(context);
    }

    private static double contention(Window slice) {
        double active = slice.mean(PostgresSignals.ACTIVE);
        double waiting = slice.meanIfKnown(PostgresSignals.WAITING_FOR_LOCK).orElse(0)
                + slice.meanIfKnown(PostgresSignals.WAITING_FOR_LATCH).orElse(0);
        return active > 0 ? Math.min(1, waiting / active) : 0;
    }

    private static Finding contended(
            RuleContext context, double perCore, double pool, double nodes, double cores, @Nullable Change change) {
        Window slice = context.window();
        return new Finding(
                perCore > MANY_PER_CORE.in(context) ? Severity.CRITICAL : Severity.WARNING,
                List.of(
                        Observation.of("agroal.max.size.per.core", perCore, PER_CORE),
                        Observation.of("postgres.contention", contention(slice), CONTENTION),
                        Observation.of(
                                "postgres.sessions.active.per.core",
                                slice.mean(PostgresSignals.ACTIVE) / cores,
                                ACTIVE)),
                total(perCore, pool, nodes, cores) + " " + Figures.percent(contention(slice))
                        + " of the active sessions waited for each other. Fewer connections raise the throughput; let fewer "
                        + "request threads in at the same time, or they only wait for the pool instead.",
                DatabaseLoad.confidence(slice, Confidence.HIGH),
                change);
    }

    private static Finding large(double perCore, double pool, double nodes, double cores, @Nullable Change change) {
        return new Finding(
                Severity.INFO,
                List.of(Observation.of("agroal.max.size.per.core", perCore, PER_CORE)),
                total(perCore, pool, nodes, cores)
                        + " It has no effect now; under overload the database would slow down.",
                Confidence.MEDIUM,
                change);
    }

    private static String total(double perCore, double pool, double nodes, double cores) {
        return Figures.count(nodes, "node") + " may open " + Figures.number(pool) + " connections each on "
                + Figures.count(cores, "core") + " of the database, " + Figures.number(perCore) + " for each core.";
    }
}
