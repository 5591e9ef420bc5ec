package org.millrace.advisor.rule.cluster;

import java.time.Duration;
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

/** Entries move between nodes, and requests wait for them. */
public final class StateTransferLong implements Rule {

    private static final Threshold LONG = new Threshold(
            "longest run of segments in flight", 60, "seconds", "Entries of a default cache move in seconds");

    private static final RuleCard CARD = new RuleCard(
            RuleId.STATE_TRANSFER_LONG,
            "State transfer between nodes takes long",
            Lane.SATURATION,
            "When a node comes or goes the others take over its entries. While that lasts, requests that need them wait: latency "
                    + "rises while the processors idle. The next node should come or go only when it is over.",
            List.of(ClusterSignals.SEGMENTS_IN_FLIGHT, ClusterSignals.SIZE),
            List.of(LONG),
            List.of("https://www.keycloak.org/observability/metrics-for-troubleshooting-embedded-caches"),
            Causality.at(Station.CLUSTER).leadingTo(RuleId.ANSWERS_SLOW));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        Duration longest = window.longestRun(ClusterSignals.SEGMENTS_IN_FLIGHT, segments -> segments > 0);
        return longest.compareTo(LONG.duration(context)) < 0
                ? Verdict.healthyOver(context, ClusterSignals.SEGMENTS_IN_FLIGHT, LONG)
                : new Finding(
                        Severity.WARNING,
                        List.of(
                                Observation.of(
                                        "cluster.segments.in.flight.longest.run", longest.toMillis() / 1e3, LONG),
                                Observation.of(
                                        ClusterSignals.SIZE.name(), window.latest(ClusterSignals.SIZE), "nodes")),
                        "Segments of caches were in flight for " + Figures.time(longest.toSeconds())
                                + ". Let no other node come or go until it is over, and remove nodes one by one, ten minutes "
                                + "apart.",
                        Confidence.HIGH,
                        null);
    }
}
