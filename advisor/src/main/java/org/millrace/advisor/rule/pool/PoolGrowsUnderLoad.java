package org.millrace.advisor.rule.pool;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.SettingName;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.model.signal.PoolSignals;
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

/** The pool's sizes differ, so that it grows when it is needed most. */
public final class PoolGrowsUnderLoad implements Rule {

    private static final double MILLIS = 1000;

    private static final Threshold COST = new Threshold(
            "time of making connections by time of waiting for one",
            0.3,
            "ratio",
            "Below, requests wait for connections that are in use, not for new ones");

    private static final Threshold MADE =
            new Threshold("connections made a minute", 1, "connections per minute", "Fewer are replacements");

    private static final Threshold WAITING = new Threshold(
            "requests that wait for a connection",
            0.1,
            "requests",
            "On average; after a start without load, the first requests wait for their connections and no others do");

    private static final RuleCard CARD = new RuleCard(
            RuleId.POOL_GROWS_UNDER_LOAD,
            "The connection pool grows under load",
            Lane.HYGIENE,
            "Making a connection takes a tenth of a second or more, while requests wait; and PostgreSQL prepares a statement "
                    + "only after its fifth use on a connection. With one size from start to end none of that happens at peak. "
                    + "The connections are then always open: the database must have room for them.",
            List.of(PoolSignals.INITIAL, PoolSignals.MIN, PoolSignals.MAX),
            List.of(COST, MADE, WAITING),
            List.of("https://www.keycloak.org/server/db"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double max = window.latest(PoolSignals.MAX);
        boolean alike = window.latest(PoolSignals.INITIAL) == max && window.latest(PoolSignals.MIN) == max;
        return alike ? Verdict.healthy() : finding(context, max);
    }

    private static Finding finding(RuleContext context, double max) {
        Window window = context.window();
        double made = window.rateIfKnown(PoolSignals.CREATED).orElse(0) * 60;
        double making = window.increaseIfKnown(PoolSignals.CREATION_TIME).orElse(0);
        double waiting = window.increaseIfKnown(PoolSignals.BLOCKING_TIME).orElse(0);
        double requests = window.rateIfKnown(PoolSignals.BLOCKING_TIME).orElse(0) / MILLIS;
        double cost = waiting > 0 ? Math.min(1, making / waiting) : 0;
        boolean costly = made > MADE.in(context) && cost >= COST.in(context) && requests >= WAITING.in(context);
        List<Observation> observed = new ArrayList<>();
        observed.add(Observation.of(PoolSignals.INITIAL.name(), window.latest(PoolSignals.INITIAL), "connections"));
        observed.add(Observation.of(PoolSignals.MIN.name(), window.latest(PoolSignals.MIN), "connections"));
        observed.add(Observation.of(PoolSignals.MAX.name(), max, "connections"));
        if (costly) {
            observed.add(Observation.of("agroal.creation.count.per.minute", made, MADE));
            observed.add(Observation.of("agroal.creation.time.share", cost, COST));
            observed.add(Observation.of("agroal.blocking.requests", requests, WAITING));
        }
        Optional<String> unaffordable = unaffordable(window, max);
        return new Finding(
                costly ? Severity.WARNING : Severity.INFO,
                observed,
                "The pool starts with " + Figures.number(window.latest(PoolSignals.INITIAL))
                        + " connections and grows to "
                        + Figures.number(max) + " when it is needed most."
                        + (costly
                                ? " Making them was " + Figures.percent(cost) + " of the time that requests waited."
                                : "")
                        + unaffordable.orElse("")
                        + " Decide on a size first (KC-POOL-003), then set all three to it.",
                Confidence.HIGH,
                unaffordable.isEmpty() ? alike(window, max) : null);
    }

    /** Why the pools of all nodes cannot be open all the time; empty if the database has the connections. */
    private static Optional<String> unaffordable(Window window, double max) {
        OptionalDouble available = PoolBudget.available(window);
        if (available.isEmpty()) {
            return Optional.of(" The connection limit of the database is unknown, so no change is proposed.");
        }
        double nodes = PoolBudget.nodes(window);
        return nodes * max <= available.getAsDouble()
                ? Optional.empty()
                : Optional.of(" The database has not got as many connections for " + Figures.count(nodes, "node")
                        + ": make the pool smaller first.");
    }

    private static Change alike(Window window, double max) {
        List<Step> steps = new ArrayList<>();
        add(steps, KeycloakSettings.DB_POOL_INITIAL_SIZE, window.latest(PoolSignals.INITIAL), max);
        add(steps, KeycloakSettings.DB_POOL_MIN_SIZE, window.latest(PoolSignals.MIN), max);
        return new Change(steps, true, Change.Risk.MEDIUM);
    }

    private static void add(List<Step> steps, SettingName option, double from, double to) {
        if (from != to) {
            steps.add(new Step(
                    Step.Kind.OPTION, option.name(), Integer.toString((int) from), Integer.toString((int) to)));
        }
    }
}
