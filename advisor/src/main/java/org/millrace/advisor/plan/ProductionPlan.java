package org.millrace.advisor.plan;

import java.util.ArrayList;
import java.util.List;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.ChangeSet;
import org.millrace.advisor.change.PoolSizes;
import org.millrace.advisor.diagnosis.Diagnosis;
import org.millrace.advisor.diagnosis.RankedFinding;
import org.millrace.advisor.model.Window;

/** What the findings propose, the principal one first. */
public final class ProductionPlan {

    /** As clients ask for it. */
    public static final String NAME = "production";

    private ProductionPlan() {}

    /** Gathers the changes that the findings of a diagnosis propose, over what was in force in the window. */
    public static Plan of(Diagnosis diagnosis, Window window) {
        List<Change> changes = new ArrayList<>();
        List<String> reasons = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (RankedFinding ranked : diagnosis.findings()) {
            String id = ranked.rule().id();
            ranked.finding()
                    .change()
                    .ifPresentOrElse(
                            change -> {
                                changes.add(change);
                                reasons.add(id + ": " + ranked.rule().title());
                            },
                            () -> notes.add(id + ": " + ranked.finding().why()));
        }
        diagnosis
                .suppressed()
                .forEach(held ->
                        notes.add(held.rule() + " is held back by " + held.by() + ": its change would do harm now."));
        return new Plan(NAME, ChangeSet.of(changes, PoolSizes.in(window)), null, reasons, notes);
    }
}
