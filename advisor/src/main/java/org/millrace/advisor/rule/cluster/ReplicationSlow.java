package org.millrace.advisor.rule.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.ClusterSignals;
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

/** Writing to other nodes takes long or fails. */
public final class ReplicationSlow implements Rule {

    private static final Threshold FAILED =
            new Threshold("failed replications", 0.001, "ratio", "In a healthy cluster none fails");

    private static final Threshold REPLICATIONS = new Threshold(
            "replications in the window",
            1000,
            "replications",
            "Of fewer, a single one that fails is a share too high");

    private static final Threshold TIME = new Threshold(
            "mean time of a write", 5, "milliseconds", "Between machines of one site it is less than one");

    private static final Threshold WRITES =
            new Threshold("writes in the window", 1000, "entries", "Fewer make the mean a matter of chance");

    private static final Threshold SHARE = new Threshold(
            "time of all writes by the requests' time", 0.1, "ratio", "Below, requests spend their time elsewhere");

    private static final RuleCard CARD = new RuleCard(
            RuleId.REPLICATION_SLOW,
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
            List.of(FAILED, REPLICATIONS, TIME, WRITES, SHARE),
            List.of("https://www.keycloak.org/observability/metrics-for-troubleshooting-embedded-caches"),
            Causality.at(Station.CLUSTER).leadingTo(RuleId.ANSWERS_SLOW));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        if (window.latest(ClusterSignals.SIZE) < 2) {
            return Verdict.healthy();
        }
        OptionalDouble failed = failed(context);
        OptionalDouble time = milliseconds(context);
        return failed.orElse(0) < FAILED.in(context) && time.orElse(0) < TIME.in(context)
                ? Verdict.healthy()
                : finding(context, failed, time);
    }

    /** The share of the replications; empty if there are too few. */
    private static OptionalDouble failed(RuleContext context) {
        Window window = context.window();
        double replications = window.increase(ClusterSignals.REPLICATIONS);
        return replications > 0 && replications >= REPLICATIONS.in(context)
                ? OptionalDouble.of(window.increase(ClusterSignals.FAILED_REPLICATIONS) / replications)
                : OptionalDouble.empty();
    }

    /** Of a write on average; empty if there are too few. */
    private static OptionalDouble milliseconds(RuleContext context) {
        Window window = context.window();
        double stores = window.increase(ClusterSignals.STORES);
        return stores > 0 && stores >= WRITES.in(context)
                ? OptionalDouble.of(window.increase(ClusterSignals.STORE_TIME) / stores * 1000)
                : OptionalDouble.empty();
    }

    private static Finding finding(RuleContext context, OptionalDouble failed, OptionalDouble time) {
        Window window = context.window();
        OptionalDouble share = share(window);
        boolean isNoticed =
                failed.orElse(0) >= FAILED.in(context) || share.orElse(Double.POSITIVE_INFINITY) >= SHARE.in(context);
        List<Observation> observed = new ArrayList<>();
        StringBuilder why = new StringBuilder();
        failed.ifPresent(part -> {
            observed.add(Observation.of("cluster.replications.failed.share", part, FAILED));
            why.append("Of the replications ").append(Figures.percent(part)).append(" failed. ");
        });
        time.ifPresent(mean -> {
            observed.add(Observation.of("cluster.store.time.mean", mean, TIME));
            why.append("A write to the caches takes ")
                    .append(Figures.number(mean))
                    .append(" ms on average. ");
        });
        share.ifPresent(part -> {
            observed.add(Observation.of("cluster.store.time.share", part, SHARE));
            why.append("All writes together are ").append(Figures.percent(part)).append(" of the requests' time. ");
        });
        why.append(
                isNoticed
                        ? "Look at the other nodes' processors and pauses first, then at the network."
                        : "Requests spend most of their time elsewhere.");
        return new Finding(
                isNoticed ? Severity.WARNING : Severity.INFO, observed, why.toString(), Confidence.MEDIUM, null);
    }

    /** Empty if the requests' time is not known. */
    private static OptionalDouble share(Window window) {
        double requests = window.increaseIfKnown(HttpSignals.REQUEST_TIME).orElse(0);
        return requests > 0
                ? OptionalDouble.of(window.increase(ClusterSignals.STORE_TIME) / requests)
                : OptionalDouble.empty();
    }
}
