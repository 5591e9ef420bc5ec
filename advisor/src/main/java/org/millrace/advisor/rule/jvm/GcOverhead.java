package org.millrace.advisor.rule.jvm;

import java.util.ArrayList;
import java.util.List;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.JvmSignals;
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

/** The collector stops the application for a noticeable share of the time. */
public final class GcOverhead implements Rule {

    private static final Threshold OVERHEAD = new Threshold(
            "time in pauses", 0.05, "ratio", "A server with room stays near 0.01; at 0.05 the p99 is made of pauses");

    private static final Threshold HEAVY = new Threshold(
            "time in pauses, critical", 0.25, "ratio", "A quarter of the time lost, and more the fuller the heap gets");

    private static final Threshold UPTIME = new Threshold(
            "uptime",
            120,
            "seconds",
            "Before, class loading and first requests make the heap grow, which costs pauses");

    private static final RuleCard CARD = new RuleCard(
            RuleId.GC_OVERHEAD,
            "Garbage collection takes too much time",
            Lane.SATURATION,
            "While the collector pauses the application, no request makes progress. The usual reason is a heap that is "
                    + "hardly larger than what lives in it.",
            List.of(JvmSignals.GC_PAUSES, JvmSignals.UPTIME),
            List.of(OVERHEAD, HEAVY, UPTIME),
            List.of("https://www.keycloak.org/observability/metrics-for-troubleshooting-jvm"),
            Causality.at(Station.GARBAGE_COLLECTION)
                    .leadingTo(RuleId.CPU_THROTTLED, RuleId.REQUESTS_QUEUE, RuleId.PAUSES_LONG));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        if (window.latest(JvmSignals.UPTIME) < UPTIME.in(context)) {
            return new Verdict.Skipped(List.of(JvmSignals.UPTIME));
        }
        double overhead = window.rate(JvmSignals.GC_PAUSES);
        return overhead < OVERHEAD.in(context) ? Verdict.healthy() : finding(context, overhead);
    }

    private static Finding finding(RuleContext context, double overhead) {
        Window window = context.window();
        List<Observation> observed = new ArrayList<>();
        observed.add(Observation.of("jvm.gc.overhead", overhead, OVERHEAD));
        String heap = "";
        if (window.has(JvmSignals.LIVE_SET) && window.has(JvmSignals.HEAP_MAX)) {
            double live = window.latest(JvmSignals.LIVE_SET) / window.latest(JvmSignals.HEAP_MAX);
            observed.add(Observation.of("jvm.heap.live.share", live, "ratio"));
            heap = " After a collection " + Figures.percent(live) + " of the heap was still in use.";
        }
        return new Finding(
                overhead >= HEAVY.in(context) ? Severity.CRITICAL : Severity.WARNING,
                observed,
                "The collector stopped the application for " + Figures.percent(overhead) + " of the time." + heap
                        + " Give the process more memory, or find out what fills it.",
                Confidence.HIGH,
                null);
    }
}
