package org.millrace.advisor.rule;

import java.util.List;
import org.millrace.advisor.model.Input;
import org.millrace.advisor.model.Window;

/**
 * Decides one question over a window.
 *
 * <p>Stateless; called from the sampling thread and from request threads at the same time. A rule neither blocks nor
 * reads anything but its window.
 */
public interface Rule {

    RuleCard card();

    /**
     * Called only with a window that has all inputs of the card.
     *
     * @return healthy or a finding; skipped if a condition beyond the inputs leaves the question open
     */
    Verdict evaluate(Window window);

    /** The verdict, skipped if an input is missing. */
    default Verdict judge(Window window) {
        List<Input> missing =
                card().inputs().stream().filter(input -> !window.has(input)).toList();
        if (!missing.isEmpty()) {
            return new Verdict.Skipped(missing);
        }
        Verdict verdict = evaluate(window);
        if (!(verdict instanceof Finding finding)) {
            return verdict;
        }
        Finding compared = finding.in(window);
        return compared.lane(card()) == Lane.SATURATION ? compared.withReachedThresholds() : compared;
    }
}
