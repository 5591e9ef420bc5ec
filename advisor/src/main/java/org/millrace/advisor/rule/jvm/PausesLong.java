package org.millrace.advisor.rule.jvm;

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

/** The collector stops everything for long at a time. */
public final class PausesLong implements Rule {

    private static final Threshold LONG = new Threshold(
            "longest pause",
            0.25,
            "seconds",
            "One pause as long as the service level breaks it for every request in flight");

    private static final Threshold VERY_LONG = new Threshold(
            "longest pause, warning", 1, "seconds", "Users notice, and other nodes begin to doubt that this one lives");

    private static final Threshold TIMES = new Threshold(
            "long pauses in the window, warning", 3, "pauses", "One may be the machine's; three are the heap's");

    private static final Threshold UPTIME =
            new Threshold("uptime", 120, "seconds", "Before, class loading and a growing heap make pauses");

    private static final RuleCard CARD = new RuleCard(
            RuleId.PAUSES_LONG,
            "Garbage collection pauses are long",
            Lane.SATURATION,
            "While the collector stops the application no thread runs, event loops and heartbeats included. A full collection "
                    + "is the last resort of a heap that is too small.",
            List.of(JvmSignals.LAST_PAUSE, JvmSignals.UPTIME),
            List.of(LONG, VERY_LONG, TIMES, UPTIME),
            List.of("https://www.keycloak.org/observability/metrics-for-troubleshooting-jvm"),
            Causality.at(Station.GARBAGE_COLLECTION)
                    .leadingTo(
                            RuleId.EVENT_LOOP_BACKLOG,
                            RuleId.HEALTH_ENDPOINTS_UNRESPONSIVE,
                            RuleId.ANSWERS_SLOW,
                            RuleId.REPLICATION_SLOW));

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
        double longest = window.max(JvmSignals.LAST_PAUSE);
        return longest < LONG.in(context) ? Verdict.healthy() : finding(context, longest);
    }

    private static Finding finding(RuleContext context, double longest) {
        Window window = context.window();
        double limit = LONG.in(context);
        double times =
                window.where(JvmSignals.LAST_PAUSE, pause -> pause >= limit).count(JvmSignals.LAST_PAUSE);
        double full = window.increaseIfKnown(JvmSignals.FULL_COLLECTIONS).orElse(0);
        boolean often = times >= TIMES.in(context) || longest >= VERY_LONG.in(context);
        Finding finding = new Finding(
                often ? Severity.WARNING : Severity.INFO,
                List.of(
                        Observation.of("jvm.gc.pause.longest", longest, LONG),
                        Observation.of("jvm.gc.pause.long.count", times, TIMES),
                        Observation.of(JvmSignals.FULL_COLLECTIONS.name(), full, "pauses")),
                Figures.count(times, "pause") + " took a quarter of a second or more, the longest "
                        + Figures.number(longest * 1000)
                        + " ms" + (full > 0 ? ", and " + Figures.count(full, "full collection") + " among them" : "")
                        + ". See that the process has the memory and the processors it needs and does not swap; for heaps of 16 GB "
                        + "and more try ZGC (-XX:+UseZGC), and compare.",
                Confidence.MEDIUM,
                null);
        return often ? finding : finding.withoutSymptom();
    }
}
