package org.millrace.advisor.report;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.change.Step;

/** A step of a change in JSON. */
public record StepDocument(
        String kind,
        String name,
        @Nullable String from,
        @Nullable String to) {

    /** The document of one step. */
    public static StepDocument of(Step step) {
        return new StepDocument(step.kind().label(), step.name(), step.from(), step.to());
    }

    /** The documents of steps, in their order. */
    public static List<StepDocument> of(List<Step> steps) {
        return steps.stream().map(StepDocument::of).toList();
    }
}
