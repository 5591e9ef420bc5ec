package org.millrace.advisor.rule.loadtest;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.LoadTestSignals;
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

/** Requests spend their time in front of the server. */
public final class RouterBound implements Rule {

    private static final Threshold LONGER = new Threshold(
            "response time by the server's own",
            3,
            "ratio",
            "A router adds a part of the request time, not a multiple");

    private static final Threshold DIFFERENCE =
            new Threshold("response time without the server's own", 0.02, "seconds", "Less is the network");

    private static final Threshold BUSY = new Threshold(
            "use of the router's processes", 0.8, "ratio", "A process that is busy all the time lets requests wait");

    private static final Threshold CONNECTIONS = new Threshold(
            "virtual users by the router's greatest number of connections",
            0.8,
            "ratio",
            "Each user keeps one connection at least; beyond the limit they wait for each other's to end");

    private static final RuleCard CARD = new RuleCard(
            RuleId.ROUTER_BOUND,
            "The router in front is the limit",
            Lane.SATURATION,
            "A router with one process uses one core of however many, and looks idle on a graph of the machine. TLS ended there "
                    + "makes it the dearest station of all.",
            List.of(LoadTestSignals.RESPONSE_TIME, LoadTestSignals.SERVER_TIME),
            List.of(LONGER, DIFFERENCE, BUSY, CONNECTIONS),
            List.of("https://developers.redhat.com/blog/2018/08/20/openshift-container-platform-load-testing-tips"),
            Causality.at(Station.ROUTER).leadingTo(RuleId.STATION_BOUND));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double response = window.latest(LoadTestSignals.RESPONSE_TIME);
        double server = window.latest(LoadTestSignals.SERVER_TIME);
        boolean before = response > LONGER.in(context) * server && response - server > DIFFERENCE.in(context);
        double limit =
                window.latestIfKnown(LoadTestSignals.ROUTER_MAX_CONNECTIONS).orElse(Double.POSITIVE_INFINITY);
        double users = window.latestIfKnown(LoadTestSignals.VIRTUAL_USERS).orElse(0);
        if (before) {
            return finding(context, response, server);
        }
        return users > CONNECTIONS.in(context) * limit ? connections(users, limit) : Verdict.healthy();
    }

    /** Not the limit of this run, for its answers came at once, but of the next one with more users. */
    private static Finding connections(double users, double limit) {
        return new Finding(
                        Severity.WARNING,
                        List.of(Observation.of("loadtest.users.by.router.connections", users / limit, CONNECTIONS)),
                        Figures.count(users, "user") + " keep as many connections, and the router serves "
                                + Figures.number(limit)
                                + " at once. Raise its limit (maxconn, ROUTER_MAX_CONNECTIONS) before there are more.",
                        Confidence.MEDIUM,
                        null)
                .withoutSymptom();
    }

    private static Finding finding(RuleContext context, double response, double server) {
        Window window = context.window();
        OptionalDouble use = Stations.router(window);
        boolean busy = use.orElse(0) >= BUSY.in(context);
        List<Observation> observed = new ArrayList<>();
        observed.add(Observation.of("loadtest.response.time.by.server", response / server, LONGER));
        observed.add(Observation.of("loadtest.response.time.outside", response - server, DIFFERENCE));
        use.ifPresent(share -> observed.add(Observation.of("loadtest.router.use", share, BUSY)));
        return new Finding(
                Severity.CRITICAL,
                observed,
                "An answer took " + Figures.number(response * 1000) + " ms, " + Figures.number(server * 1000)
                        + " of them in the server. "
                        + (busy
                                ? "The router's " + processes(window) + " used " + Figures.percent(use.orElse(0))
                                        + " of what they can: " + advice(window)
                                : "The remaining time is spent before it: the router, TLS or the network between."),
                busy ? Confidence.HIGH : Confidence.MEDIUM,
                null);
    }

    /** On four cores two processes carried more than four in the OpenShift article. */
    private static String advice(Window window) {
        double processes =
                window.latestIfKnown(LoadTestSignals.ROUTER_PROCESSES).orElse(0);
        double cores = window.latestIfKnown(LoadTestSignals.ROUTER_CORES).orElse(Double.POSITIVE_INFINITY);
        return processes > 1 && processes >= cores
                ? "there is one for each core, and half as many often carry more; else give it more cores, or use more routers."
                : "give it more threads (nbthread) and cores, or more routers.";
    }

    private static String processes(Window window) {
        return window.has(LoadTestSignals.ROUTER_PROCESSES)
                ? Figures.count(window.latest(LoadTestSignals.ROUTER_PROCESSES), "process")
                        .replace("processs", "processes")
                : "processors";
    }
}
