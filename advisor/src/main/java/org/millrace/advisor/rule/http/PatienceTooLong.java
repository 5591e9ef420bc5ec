package org.millrace.advisor.rule.http;

import java.util.List;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.PoolSignals;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Figures;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.Verdict;

/** The server works on for users who have gone. */
public final class PatienceTooLong implements Rule {

    private static final Threshold PATIENCE = new Threshold(
            "seconds a request waits for a connection",
            15,
            "seconds",
            "The load balancer of the AWS article gave up after so long, and most others do before a minute");

    private static final double GOOD_SECONDS = 5;

    private static final RuleCard CARD = new RuleCard(
            "KC-HTTP-007",
            "Requests wait longer than users do",
            Lane.HYGIENE,
            "Time-outs must get shorter on the way in: the database connection's below the server's queue, this below the load "
                    + "balancer's, this below the client's. Otherwise the server works for those who have gone, while they come "
                    + "back with a retry.",
            List.of(PoolSignals.ACQUISITION_TIMEOUT),
            List.of(PATIENCE),
            List.of("https://github.com/keycloak/keycloak/issues/42256"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(Window window) {
        double timeout = window.latest(PoolSignals.ACQUISITION_TIMEOUT);
        return timeout < PATIENCE.in(window) ? Verdict.healthy() : finding(timeout);
    }

    private static Finding finding(double timeout) {
        Step step = new Step(
                Step.Kind.PROPERTY,
                "quarkus.datasource.jdbc.acquisition-timeout",
                (int) timeout + "s",
                (int) GOOD_SECONDS + "s");
        return new Finding(
                Severity.WARNING,
                List.of(Observation.of(PoolSignals.ACQUISITION_TIMEOUT.name(), timeout, PATIENCE)),
                "A request may wait " + Figures.count(timeout, "second")
                        + " for a connection, and holds its thread meanwhile. "
                        + "Five seconds, the default, are below what load balancers allow.",
                Confidence.MEDIUM,
                new Change(List.of(step), true, Change.Risk.LOW));
    }
}
