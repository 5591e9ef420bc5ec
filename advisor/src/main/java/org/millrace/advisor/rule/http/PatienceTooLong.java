package org.millrace.advisor.rule.http;

import java.util.List;
import org.millrace.advisor.model.Window;
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

/** The server works on for users who have gone. */
public final class PatienceTooLong implements Rule {

    private static final Threshold PATIENCE = new Threshold(
            "seconds a request waits for a connection",
            15,
            "seconds",
            "The load balancer of the AWS article has a shorter timeout, and most others have at most a minute");

    private static final Threshold BEYOND_DEFAULT = new Threshold(
            "seconds a request waits for a connection, warning",
            20,
            "seconds",
            "Keycloak's default: a larger value is configured on purpose, and holds threads longer");

    private static final RuleCard CARD = new RuleCard(
            RuleId.TIMEOUT_ORDER_INVERTED,
            "Requests stay queued after clients have timed out",
            Lane.HYGIENE,
            "Timeouts must get shorter on the way in: the database connection's below the server's queue, this below the load "
                    + "balancer's, this below the client's. Otherwise the server works for those who have gone, while they come "
                    + "back with a retry.",
            List.of(PoolSignals.ACQUISITION_TIMEOUT),
            List.of(PATIENCE, BEYOND_DEFAULT),
            List.of("https://github.com/keycloak/keycloak/issues/42256"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double timeout = window.latest(PoolSignals.ACQUISITION_TIMEOUT);
        return timeout < PATIENCE.in(context)
                ? Verdict.healthy()
                : finding(timeout, timeout > BEYOND_DEFAULT.in(context) ? Severity.WARNING : Severity.INFO);
    }

    private static Finding finding(double timeout, Severity severity) {
        return new Finding(
                severity,
                List.of(Observation.of(PoolSignals.ACQUISITION_TIMEOUT.name(), timeout, PATIENCE)),
                "A request may wait " + Figures.count(timeout, "second")
                        + " for a connection, and holds its thread meanwhile. Keycloak's default of 20 is more than many load "
                        + "balancers allow; five are below what users do. The option is hidden, and setting it makes the server "
                        + "warn at start: shorten what holds the connections first.",
                Confidence.MEDIUM,
                null);
    }
}
