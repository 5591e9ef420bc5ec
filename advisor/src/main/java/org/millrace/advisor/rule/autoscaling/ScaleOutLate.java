package org.millrace.advisor.rule.autoscaling;

import java.util.List;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.StatedSettings;
import org.millrace.advisor.model.signal.JvmSignals;
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
import org.millrace.advisor.rule.analysis.Processors;

/** The autoscaler adds a node only when the others are overloaded already. */
public final class ScaleOutLate implements Rule {

    private static final Threshold KNEE = new Threshold(
            "use of processors at which nodes get into trouble",
            0.6,
            "ratio",
            "Where the AWS article's nodes did; measure your own by a load test");

    private static final Threshold BEFORE = new Threshold(
            "use at which to add a node by that",
            0.8,
            "ratio",
            "A node needs minutes until it helps, and the load grows meanwhile");

    private static final RuleCard CARD = new RuleCard(
            RuleId.SCALE_OUT_LATE,
            "The autoscaler adds nodes too late",
            Lane.CAPACITY,
            "A Kubernetes autoscaler uses the CPU request, not the limit: 80 % of a request of 3 with a limit of 7.5 is a "
                    + "third of the limit. The target must be well below the utilisation at which latency rises.",
            List.of(StatedSettings.SCALE_OUT_CPU, StatedSettings.CPU_REQUEST, JvmSignals.PROCESSORS),
            List.of(KNEE, BEFORE),
            List.of("https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double request = window.number(StatedSettings.CPU_REQUEST).orElse(0);
        double target = window.number(StatedSettings.SCALE_OUT_CPU).orElse(0) * request;
        double limit = Processors.available(window).orElse(1);
        double knee = KNEE.in(context);
        double good = BEFORE.in(context) * knee;
        return target / limit <= good ? Verdict.healthy() : finding(target, limit, request, knee, good);
    }

    private static Finding finding(double target, double limit, double request, double knee, double good) {
        double to = Math.floor(good * limit / Math.max(0.001, request) * 100) / 100;
        return new Finding(
                Severity.WARNING,
                List.of(
                        Observation.of("autoscaler.cpu.by.knee", target / limit / Math.max(0.001, knee), BEFORE),
                        Observation.of("autoscaler.cpu.by.limit", target / limit, "ratio"),
                        Observation.of("autoscaler.cpu", target, "cores")),
                "A node is added at " + Figures.count(target, "core") + " of " + Figures.number(limit) + ", "
                        + Figures.percent(target / limit) + "; nodes get into trouble at about "
                        + Figures.percent(knee) + ". Add it at " + Figures.percent(to) + " of the request.",
                Confidence.MEDIUM,
                null);
    }
}
