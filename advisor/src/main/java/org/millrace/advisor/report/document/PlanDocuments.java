package org.millrace.advisor.report.document;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.change.ChangeSet;
import org.millrace.advisor.change.ChangeTarget;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.plan.Plan;
import org.millrace.advisor.report.Json;
import org.millrace.advisor.report.StepDocument;

/** Plans as JSON: the changes, and the text that reverts them, ready to use. */
public final class PlanDocuments {

    record Document(
            String profile,
            String target,
            Instant generatedAt,
            @Nullable Instant expires,
            boolean restart,
            Steps apply,
            Steps revert,
            List<StepDocument> elsewhere,
            List<String> reasons,
            List<String> notes) {}

    /** Steps and their text for the target. */
    record Steps(String text, List<StepDocument> steps) {

        static Steps of(List<Step> steps, ChangeTarget target) {
            return new Steps(target.write(steps), StepDocument.of(steps));
        }
    }

    private PlanDocuments() {}

    /**
     * A plan as JSON, its changes in the words of the target.
     *
     * @param now the time that the document gives
     */
    public static String write(Plan plan, ChangeTarget target, Instant now) {
        ChangeSet here = plan.changes().forTarget(target);
        return Json.write(new Document(
                plan.profile(),
                target.name(),
                now,
                plan.expires(),
                here.restart(),
                Steps.of(here.apply(), target),
                Steps.of(here.revert(), target),
                StepDocument.of(plan.changes().elsewhere(target)),
                plan.reasons(),
                plan.notes()));
    }
}
