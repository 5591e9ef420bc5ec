package org.millrace.advisor.rule;

import java.util.List;
import org.millrace.advisor.model.Input;
import org.millrace.advisor.model.Window;

/**
 * Decides one question over a window.
 *
 * <p>Stateless; called from the sampling thread and from request threads at the same time. A rule neither blocks nor
 * reads anything but its context.
 */
public interface Rule {

    RuleCard card();

    /**
     * Called only with a window that has all inputs of the card.
     *
     * @return healthy or a finding; skipped if a condition beyond the inputs leaves the question open
     */
    Verdict evaluate(RuleContext context);

    /** The verdict, skipped if an input is missing. */
    default Verdict judge(Window window, Thresholds thresholds) {
        List<Input> missing =
                card().inputs().stream().filter(input -> !window.has(input)).toList();
        if (!missing.isEmpty()) {
            return new Verdict.Skipped(missing);
        }
        RuleContext context = new RuleContext(window, thresholds.of(card().id()));
        Verdict verdict = evaluate(context);
        if (!(verdict instanceof Finding finding)) {
            return verdict;
        }
        Finding compared = finding.in(context);
        return compared.lane(card()) == Lane.SATURATION ? compared.withReachedThresholds() : compared;
    }
}
