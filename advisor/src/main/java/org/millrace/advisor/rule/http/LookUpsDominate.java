package org.millrace.advisor.rule.http;

import java.util.List;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.HttpSignals;
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

/** Most requests ask for what clients could know by themselves. */
public final class LookUpsDominate implements Rule {

    private static final Threshold LOOK_UPS = new Threshold(
            "look-ups of tokens by requests",
            0.4,
            "ratio",
            "Caching them took a fifth of the nodes off in the AWS article");

    private static final Threshold DISCOVERIES = new Threshold(
            "look-ups of keys and metadata by requests",
            0.1,
            "ratio",
            "They hardly ever change, and say so in their headers");

    private static final Threshold REQUESTS =
            new Threshold("requests a second", 20, "requests per second", "With fewer there is nothing to gain");

    private static final RuleCard CARD = new RuleCard(
            RuleId.LOOK_UPS_DOMINATE,
            "JWKS and discovery documents are not cached by clients",
            Lane.CAPACITY,
            "A client can verify a token with the realm's public keys instead of calling introspection, and a gateway can cache userinfo "
                    + "responses for a few seconds. Revocation then takes effect later by that time: decide it with the team that is "
                    + "responsible for security.",
            List.of(HttpSignals.REQUESTS, HttpSignals.TOKEN_LOOK_UPS, HttpSignals.DISCOVERIES),
            List.of(LOOK_UPS, DISCOVERIES, REQUESTS),
            List.of("https://www.keycloak.org/securing-apps/oidc-layers"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double rate = window.rate(HttpSignals.REQUESTS);
        if (rate < REQUESTS.in(context)) {
            return Verdict.healthy();
        }
        double lookUps = window.rate(HttpSignals.TOKEN_LOOK_UPS) / rate;
        double discoveries = window.rate(HttpSignals.DISCOVERIES) / rate;
        return lookUps < LOOK_UPS.in(context) && discoveries < DISCOVERIES.in(context)
                ? Verdict.healthy()
                : finding(rate, lookUps, discoveries);
    }

    private static Finding finding(double rate, double lookUps, double discoveries) {
        return new Finding(
                Severity.INFO,
                List.of(
                        Observation.of("http.server.token.look.ups.share", lookUps, LOOK_UPS),
                        Observation.of("http.server.discoveries.share", discoveries, DISCOVERIES),
                        Observation.of("http.server.requests.rate", rate, REQUESTS)),
                Figures.percent(lookUps) + " of the requests are userinfo and introspection, "
                        + Figures.percent(discoveries)
                        + " keys and metadata. Let clients verify tokens themselves, a gateway keep answers for some seconds, and "
                        + "everybody keep keys and metadata for as long as their headers allow.",
                Confidence.MEDIUM,
                null);
    }
}
