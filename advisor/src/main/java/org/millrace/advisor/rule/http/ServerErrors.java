package org.millrace.advisor.rule.http;

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

/** Requests fail by the server's fault. */
public final class ServerErrors implements Rule {

    private static final Threshold SHARE = new Threshold(
            "failed by all requests",
            0.01,
            "ratio",
            "Ten times Keycloak's service level: over minutes one in a thousand is a single client's bad luck");

    private static final Threshold LONG_SHARE = new Threshold(
            "failed by all requests of a long window",
            0.001,
            "ratio",
            "Keycloak's service level is one in a thousand; 0.03 % over an hour were fine in the AWS article");

    private static final Threshold LONG = new Threshold(
            "seconds of a long window",
            890,
            "seconds",
            "The advisor keeps a quarter of an hour, not the hour of the guide");

    private static final Threshold MANY = new Threshold(
            "failed by all requests, critical", 0.1, "ratio", "A tenth timing out reached every user within minutes");

    private static final Threshold ERRORS =
            new Threshold("failed requests", 10, "requests", "Fewer may be one client's bad luck");

    private static final RuleCard CARD = new RuleCard(
            RuleId.SERVER_ERRORS,
            "Requests fail with server errors",
            Lane.SATURATION,
            "Responses with status 500 and above are failures of the server or of a system that it depends on. Requests rejected by a full queue are among "
                    + "them: that protection works, and was needed.",
            List.of(HttpSignals.REQUESTS, HttpSignals.SERVER_ERRORS),
            List.of(SHARE, MANY, ERRORS, LONG_SHARE, LONG),
            List.of("https://www.keycloak.org/observability/keycloak-service-level-indicators"),
            Causality.at(Station.USERS));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double all = window.increase(HttpSignals.REQUESTS);
        double failed = window.increase(HttpSignals.SERVER_ERRORS);
        double share = all > 0 ? failed / all : 0;
        boolean isLong = window.span(HttpSignals.REQUESTS).compareTo(LONG.duration(context)) >= 0;
        Threshold least = isLong && LONG_SHARE.in(context) < SHARE.in(context) ? LONG_SHARE : SHARE;
        return failed < ERRORS.in(context) || share < least.in(context)
                ? Verdict.healthy()
                : finding(context, failed, share, least);
    }

    private static Finding finding(RuleContext context, double failed, double share, Threshold least) {
        Window window = context.window();
        double refused = window.increaseIfKnown(HttpSignals.REFUSED).orElse(0);
        boolean shedding = refused >= failed / 2;
        boolean many = share >= MANY.in(context);
        return new Finding(
                many ? Severity.CRITICAL : Severity.WARNING,
                List.of(
                        Observation.of("http.server.requests.errors.share", share, many ? MANY : least),
                        Observation.of(HttpSignals.SERVER_ERRORS.name(), failed, ERRORS),
                        Observation.of(HttpSignals.REFUSED.name(), refused, "requests")),
                Figures.percent(share) + " of the requests failed with a server error. "
                        + (shedding
                                ? "Most were refused with 503 because the queue was full: it protects the others, and the load is "
                                        + "more than the server can take."
                                : "The server's log has their reasons."),
                Confidence.HIGH,
                null);
    }
}
