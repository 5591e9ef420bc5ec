package org.millrace.advisor.rule.sizing;

import java.util.List;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
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
import org.millrace.advisor.sizing.Figure;

/** The node uses more processors than its CPU request. */
public final class CpuRequestLow implements Rule {

    private static final Threshold USED = new Threshold(
            "cores used or needed by those requested",
            1,
            "ratio",
            "Beyond the request, processors belong to other containers and can be withdrawn");

    private static final Threshold FAR = new Threshold(
            "cores used or needed by those requested, critical",
            1.5,
            "ratio",
            "A busy neighbour then halves the service");

    private static final RuleCard CARD = new RuleCard(
            RuleId.CPU_REQUEST_LOW,
            "The CPU request is below the demand",
            Lane.CAPACITY,
            "A request is the guaranteed share of a node. The rule uses the busiest minute, and the guide's value for the "
                    + "logins, grants and refreshes that arrive.",
            List.of(StatedSettings.CPU_REQUEST, JvmSignals.CPU_TIME),
            List.of(USED, FAR),
            List.of("https://www.keycloak.org/high-availability/multi-cluster/concepts-memory-and-cpu-sizing"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double request =
                Math.max(0.001, window.number(StatedSettings.CPU_REQUEST).orElse(0));
        double used = NodeDemand.used(window);
        double model = NodeDemand.cores(window).orElse(0);
        double demand = Math.max(used, model);
        return demand / request <= USED.in(context) ? Verdict.healthy() : finding(context, request, used, model);
    }

    private static Finding finding(RuleContext context, double request, double used, double model) {
        double demand = Math.max(used, model);
        double to = Math.ceil(demand * 2) / 2;
        Step step = new Step(Step.Kind.RESOURCE, "requests.cpu", Figure.plain(request), Figure.plain(to));
        return new Finding(
                demand / request > FAR.in(context) ? Severity.CRITICAL : Severity.WARNING,
                List.of(
                        Observation.of("process.cpu.by.request", demand / request, USED),
                        Observation.of("process.cpu.busiest.minute", used, "cores"),
                        Observation.of("sizing.cpu.demand", model, "cores")),
                "The node requests " + Figures.count(request, "core") + ", used " + Figures.number(used)
                        + " in its busiest minute, and by the guide needs " + Figures.number(model)
                        + " for its load. Request "
                        + Figures.number(to) + ", or add a node.",
                Confidence.MEDIUM,
                new Change(List.of(step), true, Change.Risk.LOW));
    }
}
