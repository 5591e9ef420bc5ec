package org.millrace.advisor.rule.autoscaling;

import java.util.List;
import java.util.Optional;
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

/** Requests take longer since a node was taken away. */
public final class ScaleInHarmful implements Rule {

    private static final Threshold LONGER = new Threshold(
            "mean time of requests after by before", 2, "ratio", "A smaller cluster may be a little slower, not twice");

    private static final Threshold SLOW = new Threshold(
            "mean time of requests after",
            0.25,
            "seconds",
            "Below Keycloak's own service level objective users do not notice it");

    private static final RuleCard CARD = new RuleCard(
            RuleId.SCALE_IN_HARMFUL,
            "Scale-in makes requests slow",
            Lane.SATURATION,
            "After the removal of a node the others take over its entries and refill their caches: the AWS article's requests "
                    + "took five seconds after the third removal, with idle processors, and ten minutes to recover. Remove one node at "
                    + "a time, minutes apart, or all of them once a day.",
            List.of(ClusterSignals.SIZE, HttpSignals.REQUESTS, HttpSignals.REQUEST_TIME),
            List.of(LONGER, SLOW),
            List.of("https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/#stabilization-window"),
            Causality.at(Station.CLUSTER).leadingTo(RuleId.STATE_TRANSFER_LONG, RuleId.ANSWERS_SLOW));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double most = window.max(ClusterSignals.SIZE);
        double now = window.latest(ClusterSignals.SIZE);
        Optional<Latency> before = Latency.with(most, window);
        Optional<Latency> after = Latency.with(now, window);
        return now >= most
                        || before.isEmpty()
                        || after.isEmpty()
                        || after.get().seconds() < SLOW.in(context)
                        || after.get().seconds()
                                < LONGER.in(context) * before.get().seconds()
                ? Verdict.healthy()
                : finding(before.get(), after.get());
    }

    private static Finding finding(Latency before, Latency after) {
        double gone = before.nodes() - after.nodes();
        return new Finding(
                gone >= 3 || after.seconds() >= 1 ? Severity.CRITICAL : Severity.WARNING,
                List.of(
                        Observation.of(
                                "http.server.requests.time.by.before", after.seconds() / before.seconds(), LONGER),
                        Observation.of("http.server.requests.time.mean", after.seconds(), SLOW),
                        Observation.of("cluster.size.lost", gone, "nodes")),
                Figures.count(gone, "node") + " of " + Figures.number(before.nodes()) + " went, and requests take "
                        + Figures.number(after.seconds() * 1000) + " ms since, instead of "
                        + Figures.number(before.seconds() * 1000)
                        + ". Take away one at a time: stabilizationWindowSeconds 900 and "
                        + "one pod in 600 seconds, or by a job once a day.",
                Confidence.MEDIUM,
                null);
    }
}
