package org.millrace.advisor.rule.pool;

import java.time.Duration;
import java.util.List;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.model.signal.PoolSignals;
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

/** Requests fail because connection acquisition timed out. */
public final class AcquisitionsTimeOut implements Rule {

    private static final Threshold ERRORS = new Threshold(
            "server errors while requests waited", 3, "errors", "One may be something else; three are a pattern");

    private static final RuleCard CARD = new RuleCard(
            RuleId.ACQUISITIONS_TIME_OUT,
            "Connection acquisition times out",
            Lane.SATURATION,
            "A request that has waited for a connection as long as it may fails with an error. A longer time-out is no cure: it "
                    + "only keeps the thread longer. What holds the connections is another finding.",
            List.of(PoolSignals.AWAITING, PoolSignals.ACQUISITION_TIMEOUT, HttpSignals.SERVER_ERRORS),
            List.of(ERRORS),
            List.of(
                    "https://www.keycloak.org/high-availability/single-cluster/concepts-threads",
                    "https://github.com/keycloak/keycloak/issues/42256"),
            Causality.at(Station.CONNECTION_POOL).leadingTo(RuleId.SERVER_ERRORS));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double timeout = window.latest(PoolSignals.ACQUISITION_TIMEOUT);
        Duration longest = window.longestRun(PoolSignals.AWAITING, waiting -> waiting >= 1);
        if (longest.toMillis() < timeout * 1000) {
            return Verdict.healthy();
        }
        Window waiting = window.where(PoolSignals.AWAITING, requests -> requests >= 1);
        double errors = waiting.increaseIfKnown(HttpSignals.SERVER_ERRORS).orElse(0);
        return errors < ERRORS.in(context) ? Verdict.healthy() : finding(longest, timeout, errors);
    }

    private static Finding finding(Duration longest, double timeout, double errors) {
        return new Finding(
                Severity.CRITICAL,
                List.of(
                        Observation.of(HttpSignals.SERVER_ERRORS.name(), errors, ERRORS),
                        Observation.of("agroal.awaiting.longest.run", longest.toMillis() / 1e3, "seconds"),
                        Observation.of(PoolSignals.ACQUISITION_TIMEOUT.name(), timeout, "seconds")),
                "For up to " + Figures.count(longest.toSeconds(), "second")
                        + " requests waited for a connection, which they may "
                        + "for " + Figures.count(timeout, "second") + "; meanwhile " + Figures.count(errors, "request")
                        + " failed. Do not raise the time-out: find out what holds the connections.",
                Confidence.MEDIUM,
                null);
    }
}
