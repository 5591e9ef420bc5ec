package org.millrace.advisor.rule.sizing;

import java.util.List;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.StatedSettings;
import org.millrace.advisor.model.signal.CgroupSignals;
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
import org.millrace.advisor.sizing.Figure;

/** The CPU limit leaves little room above the demand. */
public final class CpuHeadroomSmall implements Rule {

    private static final Threshold HEADROOM = new Threshold(
            "limit by demand",
            2.5,
            "ratio",
            "Keycloak's guide leaves 150 % for spikes, fast starts and the loss of a node");

    private static final Threshold LITTLE = new Threshold(
            "limit by demand, warning", 1.5, "ratio", "A node that takes over from another is throttled immediately");

    private static final RuleCard CARD = new RuleCard(
            RuleId.CPU_HEADROOM_SMALL,
            "The CPU limit leaves little headroom",
            Lane.CAPACITY,
            "In the guide's tests performance dropped significantly when pods were throttled. The demand is the maximum of the "
                    + "request, the measured use, and the guide's value for the load.",
            List.of(CgroupSignals.CPU_QUOTA, JvmSignals.CPU_TIME),
            List.of(HEADROOM, LITTLE),
            List.of("https://www.keycloak.org/high-availability/multi-cluster/concepts-memory-and-cpu-sizing"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double limit = window.latest(CgroupSignals.CPU_QUOTA);
        double demand = Math.max(
                Math.max(NodeDemand.used(window), NodeDemand.cores(window).orElse(0)),
                window.number(StatedSettings.CPU_REQUEST).orElse(0));
        return demand <= 0 || limit / demand >= HEADROOM.in(context)
                ? Verdict.healthy()
                : finding(context, limit, demand);
    }

    private static Finding finding(RuleContext context, double limit, double demand) {
        Window window = context.window();
        double to = Math.ceil(demand * HEADROOM.in(context) * 2) / 2;
        Step step = new Step(Step.Kind.RESOURCE, "limits.cpu", Figure.plain(limit), Figure.plain(to));
        boolean throttled = Processors.throttled(window) >= 0.05;
        return new Finding(
                limit / demand < LITTLE.in(context) || throttled ? Severity.WARNING : Severity.INFO,
                List.of(
                        Observation.of("cgroup.cpu.quota.by.demand", limit / demand, HEADROOM),
                        Observation.of(CgroupSignals.CPU_QUOTA.name(), limit, "cores")),
                "The limit is " + Figures.count(limit, "core") + ", " + Figures.number(limit / demand)
                        + " times the demand. Set it to " + Figures.number(to) + ", or remove it.",
                Confidence.MEDIUM,
                new Change(List.of(step), true, Change.Risk.LOW));
    }
}
