package org.millrace.advisor.rule.postgres;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.StatementFacts;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.model.signal.TimeSignals;
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
import org.millrace.advisor.rule.analysis.Figures;
import org.millrace.advisor.rule.analysis.PoolBudget;

/** Other clients hold the connection slots of the database, so the pool cannot grow. */
public final class ConnectionSlots implements Rule {

    private static final Threshold USED = new Threshold(
            "used by available connections", 0.98, "ratio", "The next connection is rejected, or the one after it");

    private static final Threshold OTHERS = new Threshold(
            "connections of other clients by used ones",
            0.5,
            "ratio",
            "If Keycloak's own pools hold most of them, the sizes of the pools are the matter: KC-PG-002");

    private static final RuleCard CARD = new RuleCard(
            RuleId.CONNECTION_SLOTS,
            "Other clients hold the database's connection slots",
            Lane.SATURATION,
            "PostgreSQL shares max_connections among all clients of all databases and rejects further ones: \"remaining "
                    + "connection slots are reserved\", SQLSTATE 53300. A smaller pool does not help if other applications, or "
                    + "leaked connections, hold the slots.",
            List.of(TimeSignals.DATABASE_REACHABLE),
            List.of(USED, OTHERS),
            List.of("https://www.postgresql.org/docs/current/runtime-config-connection.html"),
            Causality.at(Station.DATABASE_CONNECTIONS)
                    .leadingTo(
                            RuleId.POOL_TOO_SMALL,
                            RuleId.POOL_OVERSIZED,
                            RuleId.ACQUISITIONS_TIME_OUT,
                            RuleId.SERVER_ERRORS)
                    // Without a slot of the database, no size of anything helps.
                    .holdingBackMoreConcurrency()
                    .holdingBack(RuleId.CONNECTION_BUDGET, RuleId.POOL_OVERSIZED));

    @Override
    public RuleCard card() {
        return CARD;
    }

    /** Whether an SQLSTATE says that there is no slot. */
    static boolean isRefusal(String state) {
        return state.equals("53300");
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        boolean refused =
                window.latest(TimeSignals.DATABASE_REACHABLE) < 1 && isRefusal(DatabaseUnreachable.state(window));
        OptionalDouble used = window.latestIfKnown(TimeSignals.SLOTS_USED);
        OptionalDouble most = window.latestIfKnown(PostgresSignals.MAX_CONNECTIONS);
        if (used.isEmpty() || most.isEmpty()) {
            return refused ? finding(window, List.of(), "") : Verdict.healthy();
        }
        double available = most.getAsDouble()
                - window.latestIfKnown(PostgresSignals.RESERVED_CONNECTIONS).orElse(0);
        double others = Math.max(0, used.getAsDouble() - own(window));
        double share = used.getAsDouble() > 0 ? others / used.getAsDouble() : 0;
        boolean full = refused || used.getAsDouble() >= USED.in(context) * available;
        if (!full || share < OTHERS.in(context)) {
            return Verdict.healthy();
        }
        List<Observation> observed = new ArrayList<>();
        observed.add(Observation.of("postgres.slots.used.share", used.getAsDouble() / available, USED));
        observed.add(Observation.of("postgres.slots.others.share", share, OTHERS));
        observed.add(Observation.of("postgres.available.connections", available, "connections"));
        return finding(
                window,
                observed,
                Figures.number(used.getAsDouble()) + " of " + Figures.number(available) + " connection slots are used, "
                        + Figures.number(others) + " of them by other clients. ");
    }

    /** All nodes' pools are taken to be like this one. */
    private static double own(Window window) {
        double pool = window.latestIfKnown(PoolSignals.ACTIVE).orElse(0)
                + window.latestIfKnown(PoolSignals.AVAILABLE).orElse(0);
        double nodes = PoolBudget.nodes(window);
        return nodes * (pool + 1);
    }

    private static Finding finding(Window window, List<Observation> observed, String figures) {
        String holders = window.settings()
                .find(StatementFacts.SLOT_HOLDERS)
                .flatMap(Setting::text)
                .map(text -> "Held by: " + text + ". ")
                .orElse("");
        return new Finding(
                Severity.CRITICAL,
                observed,
                figures + holders
                        + "PostgreSQL rejects new connections with SQLSTATE 53300. End or limit those clients "
                        + "(pg_terminate_backend, ALTER ROLE ... CONNECTION LIMIT), or raise max_connections; the size of "
                        + "Keycloak's pool is not the cause.",
                Confidence.HIGH,
                null);
    }
}
