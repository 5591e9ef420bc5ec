package org.millrace.advisor.change;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Steps that belong together, with what takes them back to the values that were in force when it was made.
 *
 * @param apply in the order to be taken; no two about the same thing
 * @param restarting those that take effect only after a restart of what is changed
 */
public record ChangeSet(List<Step> apply, Set<Step> restarting) {

    public ChangeSet {
        apply = List.copyOf(apply);
        restarting = Set.copyOf(restarting);
    }

    /**
     * Of several changes the first about a thing counts.
     *
     * @param pool in force, for sizes that none of the changes may leave in each other's way
     */
    public static ChangeSet of(List<Change> changes, PoolSizes pool) {
        Map<String, Step> byName = new LinkedHashMap<>();
        Set<Step> restarting = new HashSet<>();
        for (Change change : pool.fitted(changes)) {
            for (Step step : change.apply()) {
                if (byName.putIfAbsent(step.kind() + " " + step.name(), step) == null && change.restart()) {
                    restarting.add(step);
                }
            }
        }
        return new ChangeSet(List.copyOf(byName.values()), restarting);
    }

    /** Whether some of them take effect only after a restart. */
    public boolean restart() {
        return apply.stream().anyMatch(restarting::contains);
    }

    /** Last step first. */
    public List<Step> revert() {
        return new Change(apply, restart(), Change.Risk.LOW).revert();
    }

    /** Those that a target can express. */
    public ChangeSet forTarget(ChangeTarget target) {
        return new ChangeSet(
                apply.stream().filter(step -> target.takes(step.kind())).toList(), restarting);
    }

    /** Those that it cannot. */
    public List<Step> elsewhere(ChangeTarget target) {
        return apply.stream().filter(step -> !target.takes(step.kind())).toList();
    }
}
