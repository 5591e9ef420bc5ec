package org.millrace.advisor.rule.cluster;

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

/** The threads that answer other nodes are nearly used up. */
public final class TransportExhausted implements Rule {

    private static final Threshold SIZE = new Threshold(
            "threads of the transport", 160, "threads", "Four fifths of the 200 there may be: it must never come near");

    private static final RuleCard CARD = new RuleCard(
            RuleId.JGROUPS_POOL_EXHAUSTED,
            "The cluster's transport runs out of threads",
            Lane.SATURATION,
            "When all threads of JGroups work, messages of other nodes are dropped, sent again, and time out. With virtual threads "
                    + "there is no such pool.",
            List.of(ClusterSignals.TRANSPORT_THREADS, ClusterSignals.REJECTED_MESSAGES),
            List.of(SIZE),
            List.of("https://www.keycloak.org/observability/metrics-for-troubleshooting-clustering-and-network"),
            Causality.at(Station.CLUSTER).leadingTo(RuleId.REPLICATION_SLOW, RuleId.MESSAGES_HELD_UP));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double threads = window.max(ClusterSignals.TRANSPORT_THREADS);
        double rejected = window.increase(ClusterSignals.REJECTED_MESSAGES);
        return threads <= SIZE.in(context) && rejected < 1
                ? Verdict.healthy()
                : new Finding(
                        rejected >= 1 ? Severity.CRITICAL : Severity.WARNING,
                        List.of(
                                Observation.of(ClusterSignals.TRANSPORT_THREADS.name(), threads, SIZE),
                                Observation.of(ClusterSignals.REJECTED_MESSAGES.name(), rejected, "messages")),
                        "Up to " + Figures.number(threads) + " threads answered other nodes, and "
                                + Figures.count(rejected, "message")
                                + " were rejected. Allow fewer request threads on all nodes "
                                + "(KC-THR-007), or run on Java 21 with four processors.",
                        Confidence.HIGH,
                        null);
    }
}
