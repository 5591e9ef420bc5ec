package org.millrace.advisor.rule;

import java.util.List;
import org.millrace.advisor.model.Input;

/** What a rule says about a window. */
public sealed interface Verdict permits Verdict.Healthy, Verdict.Skipped, Finding {

    /** The question could be answered, and nothing is wrong. */
    record Healthy() implements Verdict {}

    /** The question could not be answered. */
    record Skipped(List<Input> missing) implements Verdict {
        public Skipped {
            missing = List.copyOf(missing);
        }
    }

    static Verdict healthy() {
        return new Healthy();
    }
}
