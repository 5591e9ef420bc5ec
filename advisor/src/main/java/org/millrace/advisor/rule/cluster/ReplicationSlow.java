package org.millrace.advisor.rule.cluster;

import java.util.List;
import org.millrace.advisor.model.ClusterSignals;
import org.millrace.advisor.model.HttpSignals;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Figures;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.Verdict;

/** Writing to other nodes takes long or fails. */
public final class ReplicationSlow implements Rule {

    private static final Threshold FAILED =
            new Threshold("failed replications", 0.001, "ratio", "In a healthy cluster none fails");

    private static final Threshold TIME = new Threshold(
            "mean time of a write", 5, "milliseconds", "Between machines of one site it is less than one");

    private static final Threshold WRITES =
            new Threshold("writes in the window", 1000, "entries", "Fewer make the mean a matter of chance");

    private static final RuleCard CARD = new RuleCard(
            "KC-CLUS-002",
            "Replication between nodes is slow or fails",
            Lane.SATURATION,
            "Login steps and action tokens are written to two nodes. A node that collects garbage, is throttled or far away makes "
                    + "the others wait. Fifteen nodes in one site showed no cost that could be measured.",
            List.of(
                    ClusterSignals.SIZE,
                    ClusterSignals.REPLICATIONS,
                    ClusterSignals.FAILED_REPLICATIONS,
                    ClusterSignals.STORES,
                    ClusterSignals.STORE_TIME),
            List.of(FAILED, TIME, WRITES),
            List.of("https://www.keycloak.org/observability/metrics-for-troubleshooting-embedded-caches"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(Window window) {
        double stores = window.increase(ClusterSignals.STORES);
        if (window.latest(ClusterSignals.SIZE) < 2 || stores < WRITES.in(window)) {
            return Verdict.healthy();
        }
        double replications = window.increase(ClusterSignals.REPLICATIONS);
        double failed = replications > 0 ? window.increase(ClusterSignals.FAILED_REPLICATIONS) / replications : 0;
        double time = window.increase(ClusterSignals.STORE_TIME) / stores * 1000;
        return failed < FAILED.in(window) && time < TIME.in(window) ? Verdict.healthy() : finding(window, failed, time);
    }

    private static Finding finding(Window window, double failed, double time) {
        double requests = window.increaseIfKnown(HttpSignals.REQUEST_TIME).orElse(0);
        double share = requests > 0 ? window.increase(ClusterSignals.STORE_TIME) / requests : 0;
        return new Finding(
                Severity.WARNING,
                List.of(
                        Observation.of("cluster.replications.failed.share", failed, FAILED),
                        Observation.of("cluster.store.time.mean", time, TIME),
                        Observation.of("cluster.store.time.share", share, "ratio")),
                "A write to the caches takes " + Figures.number(time) + " ms on average, and " + Figures.percent(failed)
                        + " of the replications failed; all writes together are " + Figures.percent(share)
                        + " of the requests' time. Look at the other nodes' processors and pauses first, then at the network.",
                Confidence.MEDIUM,
                null);
    }
}
