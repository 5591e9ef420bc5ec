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
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.Verdict;
import org.millrace.advisor.rule.analysis.Figures;

/** Nodes have lost each other. */
public final class ClusterSplit implements Rule {

    private static final Threshold SMALLER = new Threshold(
            "seconds with fewer nodes", 60, "seconds", "A node that is restarted in turn with others is back by then");

    private static final RuleCard CARD = new RuleCard(
            RuleId.CLUSTER_SPLIT,
            "The cluster was split or has shrunk",
            Lane.SAFETY,
            "Nodes in different clusters send each other no invalidation messages and serve stale data. Messages "
                    + "missed during the split are not sent again after the merge. The number of nodes comes from their connections "
                    + "to the database.",
            List.of(ClusterSignals.SIZE, ClusterSignals.MERGES),
            List.of(SMALLER),
            List.of("https://www.keycloak.org/observability/metrics-for-troubleshooting-clustering-and-network"),
            Causality.none().leadingTo(RuleId.REPLICATION_SLOW));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double merges = window.increase(ClusterSignals.MERGES);
        if (merges >= 1) {
            return finding(
                    Severity.CRITICAL,
                    Observation.of(ClusterSignals.MERGES.name(), merges, "merges"),
                    "Parts of the cluster that had lost each other have met again " + Figures.count(merges, "time")
                            + ". Clear the caches of realms and users, or restart the nodes one by one; then find out what "
                            + "separated them: a firewall on ports 7800 and 57800, certificates, or pauses of a node.");
        }
        Duration unseen = NodesAtDatabase.moreThan(
                window, snapshot -> snapshot.value(ClusterSignals.SIZE).orElse(Double.POSITIVE_INFINITY));
        if (isLong(unseen, context)) {
            return split(window, unseen);
        }
        double size = window.latest(ClusterSignals.SIZE);
        double most = window.max(ClusterSignals.SIZE);
        Duration alone = window.lastRun(snapshot -> snapshot.matches(ClusterSignals.SIZE, nodes -> nodes == 1));
        if (most > 1 && isLong(alone, context)) {
            return finding(
                    Severity.WARNING,
                    Observation.of(ClusterSignals.SIZE.name(), size, "nodes"),
                    "This node is alone; it was one of " + Figures.number(most)
                            + ". If the others still run, they are in "
                            + "another cluster: check the network and the table jgroups_ping.");
        }
        Duration smaller = window.longestRun(ClusterSignals.SIZE, nodes -> nodes < most);
        return size < most && isLong(smaller, context) ? smaller(size, most, smaller) : Verdict.healthy();
    }

    private static boolean isLong(Duration time, RuleContext context) {
        return !time.isZero() && time.compareTo(SMALLER.duration(context)) >= 0;
    }

    private static Finding split(Window window, Duration unseen) {
        double size = window.latest(ClusterSignals.SIZE);
        double nodes = NodesAtDatabase.latest(window);
        double seconds = unseen.toMillis() / 1e3;
        boolean stated = NodesAtDatabase.isOtherSiteStated(window);
        return new Finding(
                stated ? Severity.WARNING : Severity.CRITICAL,
                List.of(
                        Observation.of("cluster.nodes.at.database", nodes, "nodes"),
                        Observation.of(ClusterSignals.SIZE.name(), size, "nodes"),
                        Observation.of("cluster.nodes.unseen.last.run", seconds, SMALLER)),
                Figures.count(nodes, "node") + " of this site use the database, and this one sees "
                        + Figures.number(size)
                        + " in its cluster: some have been missing for " + Figures.time(seconds)
                        + ". Nodes in different clusters serve stale data, such as a revoked "
                        + "role. Allow access to port 7800 of the other nodes (firewall, network policy), check the table "
                        + "jgroups_ping, and restart the separated nodes. "
                        + (stated
                                ? "Or the other site has more nodes than other-site-nodes says."
                                : "If some are another site's, state other-site-nodes."),
                stated ? Confidence.MEDIUM : Confidence.HIGH,
                null);
    }

    /** The intended number of nodes is unknown, so the largest cluster seen stands for it; a smaller one may be intended. */
    private static Finding smaller(double size, double most, Duration since) {
        return finding(
                Severity.INFO,
                Observation.of("cluster.smaller.longest.run", since.toMillis() / 1e3, SMALLER),
                "This node has seen " + Figures.count(size, "node") + " for "
                        + Figures.time(since.toMillis() / 1e3) + ", and saw " + Figures.number(most)
                        + " before. Unless the others were stopped on purpose, they form a cluster of their own or do not run: check the "
                        + "orchestrator, the network and the table jgroups_ping.");
    }

    private static Finding finding(Severity severity, Observation observed, String why) {
        return new Finding(severity, List.of(observed), why, Confidence.HIGH, null);
    }
}
