package org.millrace.advisor.rule.threads;

import java.util.List;
import java.util.OptionalDouble;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.QuarkusSettings;
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

/** More event loops than there is work for. */
public final class EventLoopsTooMany implements Rule {

    private static final Threshold PER_CORE = new Threshold(
            "event loops by processors", 2, "loops per core", "One for each is the default, for a loop never waits");

    private static final RuleCard CARD = new RuleCard(
            RuleId.EVENT_LOOPS_TOO_MANY,
            "More event loops than processors",
            Lane.HYGIENE,
            "A loop that never waits keeps one processor busy if it has work. More loops than processors take turns, and share "
                    + "fewer connections each.",
            List.of(QuarkusSettings.EVENT_LOOPS, JvmSignals.PROCESSORS),
            List.of(PER_CORE),
            List.of("https://quarkus.io/guides/all-config#quarkus-vertx_quarkus-vertx-event-loops-pool-size"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        OptionalDouble loops = window.number(QuarkusSettings.EVENT_LOOPS);
        double cores = Math.ceil(Processors.available(window).orElse(1));
        return loops.isEmpty() || loops.getAsDouble() <= Math.max(2, PER_CORE.in(context) * cores)
                ? Verdict.healthy()
                : finding(loops.getAsDouble(), cores);
    }

    private static Finding finding(double loops, double cores) {
        Step step =
                new Step(Step.Kind.PROPERTY, QuarkusSettings.EVENT_LOOPS.name(), Integer.toString((int) loops), null);
        return new Finding(
                Severity.INFO,
                List.of(Observation.of("jvm.event.loops.per.core", loops / cores, PER_CORE)),
                Figures.count(loops, "event loop") + " are configured for " + Figures.count(cores, "processor")
                        + ": unset it, and there is one for each.",
                Confidence.MEDIUM,
                new Change(List.of(step), true, Change.Risk.LOW));
    }
}
