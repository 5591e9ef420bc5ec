package org.millrace.advisor.rule.http;

import java.util.List;
import java.util.OptionalDouble;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.KeycloakSettings;
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
import org.millrace.advisor.rule.analysis.Processors;

/** The queue is full, and requests are rejected. */
public final class RequestsRefused implements Rule {

    private static final Threshold SHARE =
            new Threshold("refused by all requests, critical", 0.01, "ratio", "From one in a hundred on, users notice");

    private static final Threshold CPU = new Threshold(
            "used processors by those there are", 0.6, "ratio", "Above, a longer queue would only be a longer wait");

    private static final RuleCard CARD = new RuleCard(
            RuleId.REQUESTS_REFUSED,
            "Requests are rejected because the queue is full",
            Lane.SATURATION,
            "A bounded queue answers excess requests with 503 immediately. That protects the server under overload; with idle "
                    + "processors and connections, the queue is only too short for bursts.",
            List.of(HttpSignals.REFUSED, HttpSignals.REQUESTS, KeycloakSettings.HTTP_MAX_QUEUED_REQUESTS),
            List.of(SHARE, CPU),
            List.of("https://www.keycloak.org/high-availability/single-cluster/concepts-threads"),
            Causality.at(Station.REQUEST_QUEUE).leadingTo(RuleId.SERVER_ERRORS));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        OptionalDouble limit = window.number(KeycloakSettings.HTTP_MAX_QUEUED_REQUESTS);
        double refused = window.increase(HttpSignals.REFUSED);
        return limit.isEmpty() || refused < 1 ? Verdict.healthy() : finding(context, refused, limit.getAsDouble());
    }

    private static Finding finding(RuleContext context, double refused, double limit) {
        Window window = context.window();
        double share = refused / Math.max(1, window.increase(HttpSignals.REQUESTS));
        boolean room = Processors.shareOfInstallation(window).orElse(1) < CPU.in(context)
                && window.meanIfKnown(PoolSignals.AWAITING).orElse(1) < 1;
        int to = (int) Math.ceil(Math.max(2 * limit, window.rate(HttpSignals.REQUESTS) * 5));
        Step step = new Step(
                Step.Kind.OPTION,
                KeycloakSettings.HTTP_MAX_QUEUED_REQUESTS.name(),
                Integer.toString((int) limit),
                Integer.toString(to));
        return new Finding(
                share >= SHARE.in(context) ? Severity.CRITICAL : Severity.WARNING,
                List.of(
                        Observation.of("http.server.requests.refused.share", share, SHARE),
                        Observation.of(HttpSignals.REFUSED.name(), refused, "requests")),
                Figures.count(refused, "request") + " were refused with 503 because " + Figures.number(limit)
                        + " waited already. "
                        + (room
                                ? "Processors and connections had room: a queue of " + to + " takes such a burst."
                                : "The limit works as it should: give the load more room, or less load."),
                Confidence.MEDIUM,
                room ? new Change(List.of(step), true, Change.Risk.LOW) : null);
    }
}
