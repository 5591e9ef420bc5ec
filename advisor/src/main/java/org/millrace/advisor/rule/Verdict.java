package org.millrace.advisor.rule;

import java.util.List;
import org.millrace.advisor.model.Input;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.Window;

/** The result of a rule for a window. */
public sealed interface Verdict permits Verdict.Healthy, Verdict.Skipped, Finding {

    /** The question could be answered, and nothing is wrong. */
    record Healthy() implements Verdict {}

    /** The question could not be answered. */
    record Skipped(List<Input> missing) implements Verdict {
        public Skipped {
            missing = List.copyOf(missing);
        }
    }

    /** Healthy, unless the window is shorter than the time that the condition needs. */
    static Verdict healthyOver(RuleContext context, Signal signal, Threshold seconds) {
        Window window = context.window();
        return window.span(signal).toMillis() < seconds.in(context) * 1000
                ? new Skipped(List.of(signal))
                : new Healthy();
    }

    static Verdict healthy() {
        return new Healthy();
    }
}
