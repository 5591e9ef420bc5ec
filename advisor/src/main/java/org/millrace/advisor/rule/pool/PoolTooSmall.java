package org.millrace.advisor.rule.pool;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.setting.KeycloakSettings;
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
import org.millrace.advisor.rule.analysis.HeldIdle;
import org.millrace.advisor.rule.analysis.PoolBudget;
import org.millrace.advisor.rule.analysis.Processors;

/** Requests wait for a connection while the database could do more. */
public final class PoolTooSmall implements Rule {

    private static final RuleCard CARD = new RuleCard(
            RuleId.POOL_TOO_SMALL,
            "Requests wait for a database connection",
            Lane.SATURATION,
            "If the database has room, a larger pool lets more requests through at once; if it has none, KC-POOL-002 says so "
                    + "and holds this advice back, and if the processors are used up, no pool helps. The size proposed is the "
                    + "load plus twice its square root, at which few still wait (square-root staffing), within the connections "
                    + "that the database has left for all nodes, and ten for each of its cores.",
            PoolWaits.INPUTS,
            List.of(PoolWaits.AWAITING, PoolWaits.SUSTAINED, PoolWaits.MANY, HeldIdle.SHARE, Processors.USED_UP),
            List.of(
                    "https://www.keycloak.org/observability/metrics-for-troubleshooting-database",
                    "https://github.com/brettwooldridge/HikariCP/wiki/About-Pool-Sizing"),
            Causality.at(Station.CONNECTION_POOL)
                    .leadingTo(
                            RuleId.ACQUISITIONS_TIME_OUT, RuleId.THREADS_ALL_BUSY, RuleId.THREADS_WITHOUT_CONNECTIONS)
                    // Threads that wait for a connection are busy because of the pool.
                    .holdingBack(RuleId.THREADS_ALL_BUSY));

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
        if (HeldIdle.in(waits.samples()) >= HeldIdle.SHARE.in(context)) {
            // Connections that are held idle belong to another rule: additional ones would be held in the same way.
            return Verdict.healthy();
        }
        return Processors.areUsedUp(context.of(waits.samples())) ? withoutProcessors(waits) : tooSmall(waits);
    }

    /** Who has a connection waits for a processor: it comes back late, and one more would too. */
    private static Finding withoutProcessors(PoolWaits waits) {
        double share = Processors.shareOfInstallation(waits.samples()).orElse(0);
        List<Observation> observed = new ArrayList<>(waits.observations());
        observed.add(Observation.of("installation.cpu.share", share, Processors.USED_UP));
        return new Finding(
                        waits.severity(),
                        observed,
                        waited(waits) + "But " + Figures.percent(share)
                                + " of the processors were used meanwhile: they are used up, and requests that get a "
                                + "connection wait for them instead. No larger pool is proposed.",
                        DatabaseLoad.confidence(waits.samples(), Confidence.MEDIUM),
                        null)
                .withoutSymptom();
    }

    private static Finding tooSmall(PoolWaits waits) {
        int size = (int) waits.maxSize();
        int wanted = staffed(waits);
        OptionalDouble connections = PoolBudget.byConnections(waits.samples(), size);
        OptionalDouble cores = PoolBudget.byCores(waits.samples());
        int larger =
                (int) Math.min(wanted, PoolBudget.most(waits.samples(), size).orElse(0));
        @Nullable Change change = larger > size ? enlarge(size, larger) : null;
        Confidence confidence = waits.samples().has(PostgresSignals.CORES) ? Confidence.HIGH : Confidence.MEDIUM;
        return new Finding(
                waits.severity(),
                waits.observations(),
                waited(waits) + advice(size, wanted, connections, cores),
                DatabaseLoad.confidence(waits.samples(), confidence),
                change);
    }

    private static String waited(PoolWaits waits) {
        return Figures.count(waits.awaiting(), "request") + " on average waited for one of "
                + Figures.count(waits.maxSize(), "connection") + ". ";
    }

    private static String advice(int size, int wanted, OptionalDouble connections, OptionalDouble cores) {
        if (connections.isEmpty()) {
            return "How many connections the database has left is not known, so no size is proposed.";
        }
        boolean coresBind = cores.orElse(Double.POSITIVE_INFINITY) < connections.getAsDouble();
        int most = (int) (coresBind ? cores.orElse(0) : connections.getAsDouble());
        if (most <= size) {
            return coresBind
                    ? "But the database's cores carry no larger pool: find the cause of the long connection hold time."
                    : "But the database has no connections left to give: raise max_connections first.";
        }
        if (wanted <= most) {
            return "A pool of " + wanted + " connections would serve this load.";
        }
        return "It would take a pool of " + wanted + " connections to serve this load, and " + most + " are as many as "
                + (coresBind
                        ? "the database's cores carry: some will still wait."
                        : "the database has left for it: some will still wait until max_connections is raised.");
    }

    private static int staffed(PoolWaits waits) {
        double load = waits.samples().mean(PoolSignals.ACTIVE) + waits.awaiting();
        return (int) Math.ceil(load + 2 * Math.sqrt(load));
    }

    private static Change enlarge(int from, int to) {
        String option = KeycloakSettings.DB_POOL_MAX_SIZE.name();
        Step step = new Step(Step.Kind.OPTION, option, Integer.toString(from), Integer.toString(to));
        return new Change(List.of(step), true, Change.Risk.LOW);
    }
}
