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

/** Messages between nodes are blocked, lost or dropped. */
public final class MessagesHeldUp implements Rule {

    private static final Threshold BLOCKED = new Threshold(
            "times a sender was blocked in the window", 3, "waits", "In a healthy cluster it never happens");

    private static final Threshold RESENT =
            new Threshold("messages sent again", 0.001, "ratio", "Local networks lose far fewer");

    private static final Threshold SENT =
            new Threshold("messages sent in the window", 1000, "messages", "Fewer make the share a matter of chance");

    private static final RuleCard CARD = new RuleCard(
            RuleId.MESSAGES_HELD_UP,
            "Messages between nodes are held up",
            Lane.SATURATION,
            "A receiver that is slow lets its senders wait; a network that loses messages makes them be sent again; a full send "
                    + "queue drops them. All three come from one node or its network as a rule.",
            List.of(
                    ClusterSignals.BLOCKINGS,
                    ClusterSignals.RETRANSMISSIONS,
                    ClusterSignals.DROPPED_MESSAGES,
                    ClusterSignals.SENT_MESSAGES),
            List.of(BLOCKED, RESENT, SENT),
            List.of("https://www.keycloak.org/observability/metrics-for-troubleshooting-clustering-and-network"),
            Causality.at(Station.CLUSTER).leadingTo(RuleId.REPLICATION_SLOW));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double blocked = window.increase(ClusterSignals.BLOCKINGS);
        double dropped = window.increase(ClusterSignals.DROPPED_MESSAGES);
        double sent = window.increase(ClusterSignals.SENT_MESSAGES);
        double resent = sent >= SENT.in(context) ? window.increase(ClusterSignals.RETRANSMISSIONS) / sent : 0;
        return blocked < BLOCKED.in(context) && dropped < 1 && resent < RESENT.in(context)
                ? Verdict.healthy()
                : finding(blocked, dropped, resent);
    }

    private static Finding finding(double blocked, double dropped, double resent) {
        return new Finding(
                Severity.WARNING,
                List.of(
                        Observation.of(ClusterSignals.BLOCKINGS.name(), blocked, BLOCKED),
                        Observation.of("cluster.messages.retransmitted.share", resent, RESENT),
                        Observation.of(ClusterSignals.DROPPED_MESSAGES.name(), dropped, "messages")),
                "Senders were blocked " + Figures.count(blocked, "time") + ", " + Figures.percent(resent)
                        + " of the messages were sent again, and " + Figures.count(dropped, "message")
                        + " dropped. Find the slow node by its processors and pauses, then look at its network.",
                Confidence.MEDIUM,
                null);
    }
}
