package org.millrace.advisor.rule.http;

import java.util.Comparator;
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

/** Clients cancel requests, in numbers that the server takes for an attack. */
public final class RequestsReset implements Rule {

    private static final Threshold SHARE =
            new Threshold("cancelled by all requests", 0.05, "ratio", "Users who close a page are fewer");

    private static final Threshold CANCELLED =
            new Threshold("cancelled in the busiest stretch", 30, "requests", "One per second: fewer have no effect");

    private static final Threshold LIMIT = new Threshold(
            "cancelled in the busiest stretch, critical",
            200,
            "requests",
            "The default limit for one connection in 30 seconds; beyond it the server closes the connection with all "
                    + "requests on it");

    private static final Threshold SLICE =
            new Threshold("seconds of the busiest stretch", 30, "seconds", "The window of HTTP/2's own limit");

    private static final RuleCard CARD = new RuleCard(
            RuleId.REQUESTS_RESET,
            "Clients cancel requests in large numbers",
            Lane.SATURATION,
            "An HTTP/2 client that gives up resets its request; after 200 resets in 30 seconds the server closes the connection, "
                    + "often earlier, and with it all other requests on it. The server still processes cancelled requests. The "
                    + "usual reason is a client's time-out that is shorter than the response time.",
            List.of(HttpSignals.RESETS, HttpSignals.REQUESTS),
            List.of(SHARE, CANCELLED, LIMIT, SLICE),
            List.of(
                    "https://nvd.nist.gov/vuln/detail/CVE-2023-44487",
                    "https://quarkus.io/guides/all-config#quarkus-vertx-http_quarkus-http-limits-rst-flood-max-rst-frame-per-window"),
            Causality.at(Station.EVENT_LOOPS).leadingTo(RuleId.SERVER_ERRORS));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        return window.slices(SLICE.duration(context)).stream()
                .filter(slice -> slice.has(HttpSignals.RESETS) && slice.has(HttpSignals.REQUESTS))
                .filter(slice -> slice.increase(HttpSignals.RESETS) >= CANCELLED.in(context)
                        && share(slice) >= SHARE.in(context))
                .max(Comparator.comparing(slice -> slice.increase(HttpSignals.RESETS)))
                .<Verdict>map(slice -> finding(context.of(slice)))
                .orElseGet(() -> Verdict.healthyOver(context, HttpSignals.RESETS, SLICE));
    }

    private static double share(Window slice) {
        return slice.increase(HttpSignals.RESETS) / Math.max(1, slice.increase(HttpSignals.REQUESTS));
    }

    private static Finding finding(RuleContext context) {
        Window slice = context.window();
        double cancelled = slice.increase(HttpSignals.RESETS);
        double answered = slice.increase(HttpSignals.REQUESTS);
        double mean = slice.increaseIfKnown(HttpSignals.REQUEST_TIME).orElse(0) / Math.max(1, answered);
        return new Finding(
                cancelled >= LIMIT.in(context) ? Severity.CRITICAL : Severity.WARNING,
                List.of(
                        Observation.of("http.server.requests.reset.in.stretch", cancelled, CANCELLED),
                        Observation.of("http.server.requests.reset.share", share(slice), SHARE),
                        Observation.of("http.server.requests.time.mean", mean, "seconds")),
                Figures.count(cancelled, "request") + " were cancelled in half a minute, "
                        + Figures.percent(share(slice))
                        + " of all, while a request took " + Figures.number(mean * 1000)
                        + " ms on average. If that is longer than "
                        + "the client's time-out, cure what makes it long, or let the client do less at once. A higher limit for "
                        + "resets is for trusted clients and a limited time; switching it off is never right.",
                Confidence.MEDIUM,
                null);
    }
}
