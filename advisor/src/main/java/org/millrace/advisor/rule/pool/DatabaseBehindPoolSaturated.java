package org.millrace.advisor.rule.pool;

import java.util.ArrayList;
import java.util.List;
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
import org.millrace.advisor.rule.Station;
import org.millrace.advisor.rule.Verdict;
import org.millrace.advisor.rule.analysis.DatabaseLoad;
import org.millrace.advisor.rule.analysis.Figures;

/** Requests wait for a connection because those who have one wait in the database. */
public final class DatabaseBehindPoolSaturated implements Rule {

    private static final RuleCard CARD = new RuleCard(
            RuleId.DATABASE_BEHIND_POOL_SATURATED,
            "Pool waits are caused by a saturated database",
            Lane.SATURATION,
            "Connections come back late because the database is busy. A larger pool would put more sessions on a saturated "
                    + "database, and lower the throughput.",
            PoolWaits.INPUTS,
            DatabaseLoad.thresholds(PoolWaits.AWAITING, PoolWaits.SUSTAINED, PoolWaits.MANY),
            List.of(
                    "https://www.keycloak.org/observability/metrics-for-troubleshooting-database",
                    "https://github.com/brettwooldridge/HikariCP/wiki/About-Pool-Sizing"),
            Causality.at(Station.CONNECTION_POOL)
                    .leadingTo(
                            RuleId.ACQUISITIONS_TIME_OUT, RuleId.THREADS_ALL_BUSY, RuleId.THREADS_WITHOUT_CONNECTIONS)
                    // More connections or threads widen the load on a database that is the bottleneck.
                    .holdingBackMoreConcurrency());

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        PoolWaits waits = PoolWaits.in(context);
        if (!waits.isSustained()) {
            return Verdict.healthyOver(context, PoolSignals.AWAITING, PoolWaits.SUSTAINED);
        }
        if (!waits.unmeasured().isEmpty()) {
            return new Verdict.Skipped(waits.unmeasured());
        }
        DatabaseLoad load = DatabaseLoad.of(context.of(waits.samples()));
        return load.isSaturated() ? saturated(waits, load) : Verdict.healthy();
    }

    private static Finding saturated(PoolWaits waits, DatabaseLoad load) {
        List<Observation> observed = new ArrayList<>(waits.observations());
        observed.add(Observation.of(PostgresSignals.ACTIVE.name(), load.active(), "sessions"));
        observed.add(Observation.of("postgres.contention", load.contention(), DatabaseLoad.CONTENTION));
        observed.add(Observation.of("postgres.sessions.waiting.for.io.share", load.disk(), DatabaseLoad.DISK));
        load.runningPerCore()
                .ifPresent(running -> observed.add(Observation.of(
                        PostgresSignals.RUNNING.name() + ".per.core", running, DatabaseLoad.RUNNING_PER_CORE)));
        load.activePerCore()
                .ifPresent(active -> observed.add(Observation.of(
                        PostgresSignals.ACTIVE.name() + ".per.core", active, DatabaseLoad.ACTIVE_PER_CORE)));
        String why = Figures.count(waits.awaiting(), "request") + " on average waited for a connection while the "
                + "database had " + Figures.count(load.active(), "active session") + ", "
                + Figures.percent(load.contention()) + " of them waiting for locks or latches, "
                + Figures.percent(load.disk()) + " for the disk. Making the pool "
                + "larger will lower throughput: relieve the database, or let fewer requests in.";
        return new Finding(
                waits.severity(), observed, why, DatabaseLoad.confidence(waits.samples(), Confidence.HIGH), null);
    }
}
