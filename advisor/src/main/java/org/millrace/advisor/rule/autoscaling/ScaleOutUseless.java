package org.millrace.advisor.rule.autoscaling;

import java.util.List;
import java.util.Optional;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.model.signal.PoolSignals;
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

/** A node more answers no more requests, and the database is slower for it. */
public final class ScaleOutUseless implements Rule {

    private static final Threshold GAIN =
            new Threshold("requests a second after by before", 1.05, "ratio", "A useful node increases the throughput");

    private static final Threshold LONGER = new Threshold(
            "mean time of requests after by before", 1.2, "ratio", "Then what all of them wait for is elsewhere");

    private static final RuleCard CARD = new RuleCard(
            RuleId.SCALE_OUT_USELESS,
            "Scale-out does not raise throughput",
            Lane.SATURATION,
            "Each node brings a pool of connections. If the database is what binds, it gets slower by each: taking one of two nodes "
                    + "away doubled the throughput of the migration that prompted this. An autoscaler does the opposite, and adds "
                    + "the next one.",
            List.of(ClusterSignals.SIZE, HttpSignals.REQUESTS, HttpSignals.REQUEST_TIME, PoolSignals.AWAITING),
            List.of(GAIN, LONGER),
            List.of("https://github.com/brettwooldridge/HikariCP/wiki/About-Pool-Sizing"),
            Causality.at(Station.USERS)
                    .leadingTo(RuleId.POOL_OVERSIZED)
                    // There is capacity elsewhere.
                    .holdingBack(RuleId.SCALE_OUT_LATE, RuleId.CPU_REQUEST_LOW));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double least = window.min(ClusterSignals.SIZE);
        double now = window.latest(ClusterSignals.SIZE);
        Optional<Latency> before = Latency.with(least, window);
        Optional<Latency> after = Latency.with(now, window);
        boolean waits = window.where(ClusterSignals.SIZE, size -> size == now)
                        .meanIfKnown(PoolSignals.AWAITING)
                        .orElse(0)
                >= 1;
        if (now <= least || before.isEmpty() || after.isEmpty() || !waits) {
            return Verdict.healthy();
        }
        double gain = after.get().rate() * now / (before.get().rate() * least);
        double longer = after.get().seconds() / before.get().seconds();
        return gain >= GAIN.in(context) || longer < LONGER.in(context)
                ? Verdict.healthy()
                : finding(before.get(), after.get(), gain, longer);
    }

    private static Finding finding(Latency before, Latency after, double gain, double longer) {
        return new Finding(
                Severity.WARNING,
                List.of(
                        Observation.of("http.server.requests.rate.by.before", gain, GAIN),
                        Observation.of("http.server.requests.time.by.before", longer, LONGER),
                        Observation.of(ClusterSignals.SIZE.name(), after.nodes(), "nodes")),
                "With " + Figures.number(after.nodes()) + " nodes instead of " + Figures.number(before.nodes())
                        + " the cluster answers " + Figures.percent(gain) + " of the requests it did, and each takes "
                        + Figures.number(longer)
                        + " times as long, while requests wait for connections. Hold the autoscaler, keep "
                        + "the sum of all pools as it was, and cure the database.",
                Confidence.MEDIUM,
                null);
    }
}
