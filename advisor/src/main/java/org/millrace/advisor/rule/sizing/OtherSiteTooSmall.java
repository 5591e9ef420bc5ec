package org.millrace.advisor.rule.sizing;

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

/** The other site could not carry the load of both. */
public final class OtherSiteTooSmall implements Rule {

    private static final Threshold LEFT = new Threshold(
            "processors of the other site by those both use",
            1,
            "ratio",
            "Below, the loss of this site overloads the other");

    private static final RuleCard CARD = new RuleCard(
            RuleId.OTHER_SITE_TOO_SMALL,
            "The other site cannot carry both",
            Lane.CAPACITY,
            "Keycloak's guide knows three ways: the same on both sites, which needs nothing to happen; half, which must be scaled "
                    + "from three pods to six when a site is lost; requests halved and limits kept, which is slower meanwhile. "
                    + "What both sites use is taken to be twice what this one does.",
            List.of(StatedSettings.OTHER_SITE_NODES, StatedSettings.OTHER_SITE_CPU_LIMIT, JvmSignals.CPU_TIME),
            List.of(LEFT),
            List.of("https://www.keycloak.org/high-availability/multi-cluster/concepts-memory-and-cpu-sizing"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double others = window.number(StatedSettings.OTHER_SITE_NODES).orElse(0);
        double limit = window.number(StatedSettings.OTHER_SITE_CPU_LIMIT).orElse(0);
        double used = 2 * NodeDemand.used(window) * NodeDemand.nodes(window);
        double left = others * limit / Math.max(0.001, used);
        return left >= LEFT.in(context) ? Verdict.healthy() : finding(window, others, limit, used, left);
    }

    private static Finding finding(Window window, double others, double limit, double used, double left) {
        int to = (int) Math.ceil(used / Math.max(0.1, limit));
        boolean scales = window.number(StatedSettings.MAX_NODES).orElse(0) >= to;
        return new Finding(
                scales ? Severity.INFO : Severity.WARNING,
                List.of(
                        Observation.of("sites.cpu.left.by.used", left, LEFT),
                        Observation.of("sites.cpu.used", used, "cores")),
                "Both sites use about " + Figures.count(used, "core") + ", and the other one has "
                        + Figures.number(others)
                        + " nodes of " + Figures.number(limit) + ". It must be scaled to " + to
                        + " nodes when this one is lost"
                        + (scales
                                ? ", which its autoscaler may."
                                : ": see that something does, and that the machines are there."),
                Confidence.LOW,
                null);
    }
}
