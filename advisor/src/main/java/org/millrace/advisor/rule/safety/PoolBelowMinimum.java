package org.millrace.advisor.rule.safety;

import java.util.List;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
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

/** So few connections that requests can block each other for good. */
public final class PoolBelowMinimum implements Rule {

    private static final Threshold LEAST = new Threshold(
            "connections of the pool", 10, "connections", "A request may need a second one while it holds the first");

    private static final Threshold HARD = new Threshold(
            "connections of the pool, critical",
            4,
            "connections",
            "With fewer, the discovery of nodes through the database alone can use them up");

    private static final RuleCard CARD = new RuleCard(
            RuleId.POOL_BELOW_MINIMUM,
            "The connection pool is dangerously small",
            Lane.SAFETY,
            "Some requests take a second connection for a transaction of its own while they hold the first. When every "
                    + "connection is held by one that waits for another, none of them ever ends but by time-out.",
            List.of(PoolSignals.MAX),
            List.of(LEAST, HARD),
            List.of(
                    "https://github.com/keycloak/keycloak/issues/46673",
                    "https://github.com/brettwooldridge/HikariCP/wiki/About-Pool-Sizing#pool-locking"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double size = window.latest(PoolSignals.MAX);
        return size >= LEAST.in(context) ? Verdict.healthy() : finding(context, size);
    }

    private static Finding finding(RuleContext context, double size) {
        Step step = new Step(
                Step.Kind.OPTION,
                KeycloakSettings.DB_POOL_MAX_SIZE.name(),
                Integer.toString((int) size),
                Integer.toString((int) LEAST.in(context)));
        return new Finding(
                size < HARD.in(context) ? Severity.CRITICAL : Severity.WARNING,
                List.of(Observation.of(PoolSignals.MAX.name(), size, LEAST)),
                "The pool has " + Figures.count(size, "connection")
                        + ". Ten are the least for a server that works on several "
                        + "requests at once; or allow fewer request threads than there are connections.",
                Confidence.MEDIUM,
                new Change(List.of(step), true, Change.Risk.LOW));
    }
}
