package org.millrace.advisor.rule.cluster;

import java.util.List;
import org.millrace.advisor.model.ClusterSignals;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Figures;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Verdict;

/** Nodes have lost each other. */
public final class ClusterSplit implements Rule {

    private static final RuleCard CARD = new RuleCard(
            "KC-CLUS-001",
            "The cluster was split or has shrunk",
            Lane.SAFETY,
            "Nodes that do not see each other do not tell each other what has changed: they serve what was true before. When they "
                    + "meet again, nobody tells them what they have missed.",
            List.of(ClusterSignals.SIZE, ClusterSignals.MERGES),
            List.of(),
            List.of("https://www.keycloak.org/observability/metrics-for-troubleshooting-clustering-and-network"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(Window window) {
        double merges = window.increase(ClusterSignals.MERGES);
        if (merges >= 1) {
            return finding(
                    Severity.CRITICAL,
                    Observation.of(ClusterSignals.MERGES.name(), merges, "merges"),
                    "Parts of the cluster that had lost each other have met again " + Figures.count(merges, "time")
                            + ". Clear the caches of realms and users, or restart the nodes one by one; then find out what "
                            + "separated them: a firewall on ports 7800 and 57800, certificates, or pauses of a node.");
        }
        double size = window.latest(ClusterSignals.SIZE);
        double most = window.max(ClusterSignals.SIZE);
        return size == 1 && most > 1
                ? finding(
                        Severity.WARNING,
                        Observation.of(ClusterSignals.SIZE.name(), size, "nodes"),
                        "This node is alone; it was one of " + Figures.number(most)
                                + ". If the others still run, they have lost "
                                + "each other: look at the network and at the table jgroups_ping.")
                : Verdict.healthy();
    }

    private static Finding finding(Severity severity, Observation observed, String why) {
        return new Finding(severity, List.of(observed), why, Confidence.HIGH, null);
    }
}
