package org.millrace.advisor.rule.http;

import java.util.ArrayList;
import java.util.List;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.HttpSignals;
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

/** Too few authentications meet Keycloak's own service level objective. */
public final class AnswersSlow implements Rule {

    private static final Threshold FAST = new Threshold(
            "authentications within a quarter of a second",
            0.95,
            "ratio",
            "Keycloak's own service level: 95 % below 250 ms");

    private static final Threshold MOST_SLOW = new Threshold(
            "authentications within a quarter of a second, critical", 0.5, "ratio", "Every other user waits visibly");

    private static final Threshold COUNT =
            new Threshold("authentications in the window", 300, "requests", "Fewer make the share a matter of chance");

    private static final RuleCard CARD = new RuleCard(
            RuleId.ANSWERS_SLOW,
            "Authentications are slow",
            Lane.SATURATION,
            "This finding is a symptom that users notice. The cause is reported by another finding, as far as the advisor can "
                    + "measure it.",
            List.of(HttpSignals.AUTHENTICATIONS, HttpSignals.FAST_AUTHENTICATIONS),
            List.of(FAST, MOST_SLOW, COUNT),
            List.of("https://www.keycloak.org/observability/keycloak-service-level-indicators"),
            Causality.at(Station.USERS).leadingTo(RuleId.REQUESTS_RESET));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double all = window.increase(HttpSignals.AUTHENTICATIONS);
        if (all < COUNT.in(context)) {
            return Verdict.healthy();
        }
        double share = Math.min(1, window.increase(HttpSignals.FAST_AUTHENTICATIONS) / all);
        return share >= FAST.in(context) ? Verdict.healthy() : finding(context, share, all);
    }

    private static Finding finding(RuleContext context, double share, double all) {
        Window window = context.window();
        List<Observation> observed = new ArrayList<>();
        observed.add(Observation.of("http.server.authentications.fast.share", share, FAST));
        observed.add(Observation.of(HttpSignals.AUTHENTICATIONS.name(), all, COUNT));
        window.increaseIfKnown(HttpSignals.AUTHENTICATION_TIME)
                .ifPresent(time -> observed.add(
                        Observation.of("http.server.authentications.time.mean", time / all * 1000, "milliseconds")));
        return new Finding(
                share < MOST_SLOW.in(context) ? Severity.CRITICAL : Severity.WARNING,
                observed,
                Figures.percent(share) + " of " + Figures.number(all)
                        + " authentications were answered within a quarter of a "
                        + "second. The bottleneck is the principal finding; without one, check the systems that logins call: "
                        + "identity providers, LDAP, email.",
                Confidence.HIGH,
                null);
    }
}
