package org.millrace.advisor.rule.http;

import java.util.List;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.ClusterSignals;
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

/** Some nodes get far more requests than others. */
public final class NodesUnevenlyBusy implements Rule {

    private static final Threshold UNEVEN = new Threshold(
            "requests of the busiest node by the mean",
            1.5,
            "ratio",
            "Half as many again as its share is more than chance brings; of two nodes it is three quarters of all");

    private static final Threshold REQUESTS = new Threshold(
            "requests a second of a node", 10, "requests per second", "Of few requests any share is chance");

    private static final Threshold FULL = new Threshold(
            "processors of the busiest node",
            0.8,
            "ratio",
            "Above it requests begin to wait, as the sizing guide says");

    private static final Threshold FREE =
            new Threshold("processors of the least busy node", 0.5, "ratio", "It could take as much again");

    private static final RuleCard CARD = new RuleCard(
            RuleId.NODES_UNEVENLY_BUSY,
            "Requests are spread unevenly over the nodes",
            Lane.SATURATION,
            "A connection of HTTP/2 carries a hundred requests at once to one node, and a router that keeps a source address on one node "
                    + "sends it all that comes through a gateway. More nodes do not help: the new ones would be as idle.",
            List.of(
                    ClusterSignals.SIZE,
                    ClusterSignals.BUSIEST_REQUESTS,
                    ClusterSignals.MEAN_REQUESTS,
                    ClusterSignals.BUSIEST_CPU,
                    ClusterSignals.LEAST_CPU),
            List.of(UNEVEN, REQUESTS, FULL, FREE),
            List.of("https://www.keycloak.org/server/reverseproxy"),
            Causality.at(Station.EVENT_LOOPS)
                    .leadingTo(RuleId.REQUESTS_QUEUE)
                    // There is capacity elsewhere.
                    .holdingBack(RuleId.CPU_REQUEST_LOW, RuleId.SCALE_OUT_LATE));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double busiest = window.mean(ClusterSignals.BUSIEST_REQUESTS);
        double mean = window.mean(ClusterSignals.MEAN_REQUESTS);
        // A node that has just come has hardly served anything.
        boolean settled = window.min(ClusterSignals.SIZE) == window.max(ClusterSignals.SIZE);
        return !settled || mean < REQUESTS.in(context) || busiest < UNEVEN.in(context) * mean
                ? Verdict.healthy()
                : finding(context, busiest, mean);
    }

    private static Finding finding(RuleContext context, double busiest, double mean) {
        Window window = context.window();
        double full = window.mean(ClusterSignals.BUSIEST_CPU);
        double free = window.mean(ClusterSignals.LEAST_CPU);
        boolean isOverloaded = full >= FULL.in(context);
        Finding finding = new Finding(
                isOverloaded && free < FREE.in(context) ? Severity.CRITICAL : Severity.WARNING,
                List.of(
                        Observation.of("cluster.requests.busiest.by.mean", busiest / mean, UNEVEN),
                        Observation.of(ClusterSignals.MEAN_REQUESTS.name(), mean, REQUESTS),
                        Observation.of(ClusterSignals.BUSIEST_CPU.name(), full, FULL),
                        Observation.of(ClusterSignals.LEAST_CPU.name(), free, FREE)),
                "One node serves " + Figures.number(busiest) + " requests a second, where "
                        + Figures.number(mean) + " would be its share; the busiest processors are used to "
                        + Figures.percent(full) + ", the least busy to " + Figures.percent(free)
                        + ". Have the router choose a node for each request (on OpenShift haproxy.router.openshift.io/balance: "
                        + "roundrobin), clients open several connections and renew them, or lower "
                        + "quarkus.http.limits.max-concurrent-streams. Do not add nodes for it.",
                Confidence.HIGH,
                null);
        return isOverloaded ? finding : finding.withoutSymptom();
    }
}
