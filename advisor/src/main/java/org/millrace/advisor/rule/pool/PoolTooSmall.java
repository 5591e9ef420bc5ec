package org.millrace.advisor.rule.pool;

import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.KeycloakSettings;
import org.millrace.advisor.model.PoolSignals;
import org.millrace.advisor.model.PostgresSignals;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.DatabaseLoad;
import org.millrace.advisor.rule.Figures;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.Verdict;

/** Requests wait for a connection while the database could do more. */
public final class PoolTooSmall implements Rule {

    /** Half of what is free: the other nodes' pools and the administrators want some too. */
    private static final double SHARE_OF_FREE_CONNECTIONS = 0.5;

    private static final RuleCard CARD = new RuleCard(
            "KC-POOL-001",
            "Requests wait for a database connection",
            Lane.SATURATION,
            "If the database has room, a larger pool lets more requests through at once; if it has none, KC-POOL-002 says so "
                    + "and holds this advice back. The size proposed is the load plus twice its square root, at which few still wait (square-root "
                    + "staffing), within the connections that the database has left.",
            PoolWaits.INPUTS,
            List.of(PoolWaits.AWAITING, PoolWaits.SUSTAINED, PoolWaits.MANY, HeldIdle.SHARE),
            List.of(
                    "https://www.keycloak.org/observability/metrics-for-troubleshooting-database",
                    "https://github.com/brettwooldridge/HikariCP/wiki/About-Pool-Sizing"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(Window window) {
        PoolWaits waits = PoolWaits.in(window);
        if (!waits.isSustained()) {
            return Verdict.healthyOver(window, PoolSignals.AWAITING, PoolWaits.SUSTAINED);
        }
        if (!waits.unmeasured().isEmpty()) {
            return new Verdict.Skipped(waits.unmeasured());
        }
        // What is held without being used is another rule's: more connections would be held the same way.
        return HeldIdle.in(waits.samples()) >= HeldIdle.SHARE.in(window) ? Verdict.healthy() : tooSmall(waits);
    }

    private static Finding tooSmall(PoolWaits waits) {
        int size = (int) waits.maxSize();
        int wanted = staffed(waits);
        OptionalDouble affordable = affordable(waits);
        int larger = (int) Math.min(wanted, affordable.orElse(0));
        String why = Figures.count(waits.awaiting(), "request") + " on average waited for one of "
                + Figures.count(size, "connection") + ". " + advice(size, wanted, affordable);
        @Nullable Change change = larger > size ? enlarge(size, larger) : null;
        Confidence confidence = waits.samples().has(PostgresSignals.CORES) ? Confidence.HIGH : Confidence.MEDIUM;
        return new Finding(
                waits.severity(),
                waits.observations(),
                why,
                DatabaseLoad.confidence(waits.samples(), confidence),
                change);
    }

    private static String advice(int size, int wanted, OptionalDouble affordable) {
        if (affordable.isEmpty()) {
            return "How many connections the database has left is not known, so no size is proposed.";
        }
        int most = (int) affordable.getAsDouble();
        if (most <= size) {
            return "But the database has no connections left to give: raise max_connections first.";
        }
        return wanted <= most
                ? "A pool of " + wanted + " connections would serve this load."
                : "It would take a pool of " + wanted + " connections to serve this load, and " + most
                        + " are as many as "
                        + "the database has left for it: some will still wait until max_connections is raised.";
    }

    private static int staffed(PoolWaits waits) {
        double load = waits.samples().mean(PoolSignals.ACTIVE) + waits.awaiting();
        return (int) Math.ceil(load + 2 * Math.sqrt(load));
    }

    /** The greatest pool that leaves others their share; empty if it is not known what is free. */
    private static OptionalDouble affordable(PoolWaits waits) {
        Window waiting = waits.samples();
        OptionalDouble most = waiting.maxIfKnown(PostgresSignals.MAX_CONNECTIONS);
        OptionalDouble reserved = waiting.maxIfKnown(PostgresSignals.RESERVED_CONNECTIONS);
        OptionalDouble sessions = waiting.maxIfKnown(PostgresSignals.SESSIONS);
        if (most.isEmpty() || reserved.isEmpty() || sessions.isEmpty()) {
            return OptionalDouble.empty();
        }
        double free = most.getAsDouble() - reserved.getAsDouble() - sessions.getAsDouble();
        return OptionalDouble.of(Math.floor(waits.maxSize() + Math.max(0, free) * SHARE_OF_FREE_CONNECTIONS));
    }

    private static Change enlarge(int from, int to) {
        String option = KeycloakSettings.DB_POOL_MAX_SIZE.name();
        Step step = new Step(Step.Kind.OPTION, option, Integer.toString(from), Integer.toString(to));
        return new Change(List.of(step), true, Change.Risk.LOW);
    }
}
