package org.millrace.advisor.rule;

import java.util.Map;
import org.millrace.advisor.model.Window;

/**
 * What a rule evaluates: a window, and the thresholds in force. Immutable.
 *
 * @param thresholds those of the rule that an operator has set, by key
 */
public record RuleContext(Window window, Map<String, Double> thresholds) {

    public RuleContext {
        thresholds = Map.copyOf(thresholds);
    }

    /** The same thresholds for another window, such as a part of this one. */
    public RuleContext of(Window other) {
        return new RuleContext(other, thresholds);
    }
}
