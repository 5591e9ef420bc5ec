package org.millrace.advisor.report;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.change.Step;

/** A step of a change in JSON. */
record StepDocument(
        String kind,
        String name,
        @Nullable String from,
        @Nullable String to) {

    static StepDocument of(Step step) {
        return new StepDocument(step.kind().label(), step.name(), step.from(), step.to());
    }

    static List<StepDocument> of(List<Step> steps) {
        return steps.stream().map(StepDocument::of).toList();
    }
}
