package org.millrace.advisor.change;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Steps that belong together, with what takes them back to the values that were in force when it was made.
 *
 * @param apply in the order to be taken; no two about the same thing
 * @param restart whether some of them take effect only after a restart
 */
public record ChangeSet(List<Step> apply, boolean restart) {

    public ChangeSet {
        apply = List.copyOf(apply);
    }

    /** Of several changes the first about a thing counts. */
    public static ChangeSet of(List<Change> changes) {
        Map<String, Step> byName = new LinkedHashMap<>();
        boolean restart = false;
        for (Change change : changes) {
            for (Step step : change.apply()) {
                restart |= byName.putIfAbsent(step.kind() + " " + step.name(), step) == null && change.restart();
            }
        }
        return new ChangeSet(List.copyOf(byName.values()), restart);
    }

    /** Last step first. */
    public List<Step> revert() {
        return new Change(apply, restart, Change.Risk.LOW).revert();
    }

    /** Those that a target can express. */
    public ChangeSet forTarget(ChangeTarget target) {
        return new ChangeSet(
                apply.stream().filter(step -> target.takes(step.kind())).toList(), restart);
    }

    /** Those that it cannot. */
    public List<Step> elsewhere(ChangeTarget target) {
        return apply.stream().filter(step -> !target.takes(step.kind())).toList();
    }
}
