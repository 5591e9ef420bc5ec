package org.millrace.advisor.rule.sessions;

import java.util.List;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.LoadSignals;
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
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.Verdict;
import org.millrace.advisor.rule.analysis.Figures;

/** Tokens are refreshed far more often than users log in. */
public final class RefreshesFrequent implements Rule {

    private static final Threshold RATIO = new Threshold(
            "refreshes by logins", 20, "ratio", "The guide's tests had eight: a session of forty minutes");

    private static final Threshold REFRESHES =
            new Threshold("refreshes a second", 10, "refreshes per second", "Fewer are no load");

    private static final RuleCard CARD = new RuleCard(
            RuleId.REFRESHES_FREQUENT,
            "Tokens are refreshed very often",
            Lane.CAPACITY,
            "A client that refreshes before each call, or in a loop, costs as much as many users. An access token that lives five "
                    + "minutes instead of one needs a fifth of the refreshes, and is revoked as much later.",
            List.of(LoadSignals.REFRESHES, LoadSignals.LOGINS),
            List.of(RATIO, REFRESHES),
            List.of("https://www.keycloak.org/docs/latest/server_admin/#_timeouts"),
            Causality.none().leadingTo(RuleId.SESSION_WRITES_DOMINATE));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double refreshes = window.rate(LoadSignals.REFRESHES);
        double ratio = refreshes / Math.max(1e-6, window.rate(LoadSignals.LOGINS));
        return refreshes < REFRESHES.in(context) || ratio <= RATIO.in(context)
                ? Verdict.healthy()
                : new Finding(
                        Severity.INFO,
                        List.of(
                                Observation.of(
                                        "keycloak.user.events.refresh_token.by.login", Math.min(ratio, 1e6), RATIO),
                                Observation.of("keycloak.user.events.refresh_token.rate", refreshes, REFRESHES)),
                        Figures.number(refreshes) + " refreshes a second are " + Figures.number(Math.min(ratio, 1e6))
                                + " for each login. Find the clients by the tag clientId of the event metrics, and see whether "
                                + "they refresh early or in a loop.",
                        Confidence.MEDIUM,
                        null);
    }
}
