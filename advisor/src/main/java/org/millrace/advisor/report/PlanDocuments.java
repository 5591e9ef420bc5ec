package org.millrace.advisor.report;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.change.ChangeSet;
import org.millrace.advisor.change.ChangeTarget;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.plan.Plan;

/** Plans as JSON: the changes, and the text that reverts them, ready to use. */
public final class PlanDocuments {

    private PlanDocuments() {}

    /**
     * A plan as JSON, its changes in the words of the target.
     *
     * @param now the time that the document gives
     */
    public static String write(Plan plan, ChangeTarget target, Instant now) {
        ChangeSet here = plan.changes().forTarget(target);
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("profile", plan.profile());
        document.put("target", target.name());
        document.put("generatedAt", now.toString());
        document.put("expires", plan.expires() == null ? null : plan.expires().toString());
        document.put("restart", here.restart());
        document.put("apply", steps(here.apply(), target));
        document.put("revert", steps(here.revert(), target));
        document.put(
                "elsewhere",
                plan.changes().elsewhere(target).stream().map(JsonReport::step).toList());
        document.put("reasons", plan.reasons());
        document.put("notes", plan.notes());
        return Json.write(document);
    }

    private static Map<String, Object> steps(List<Step> steps, ChangeTarget target) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("text", target.write(steps));
        document.put("steps", steps.stream().map(JsonReport::step).toList());
        return document;
    }
}
