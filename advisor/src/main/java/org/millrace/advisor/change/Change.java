package org.millrace.advisor.change;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Something to apply together with what reverts it.
 *
 * @param apply in the order to be taken
 * @param restart whether it takes effect only after a restart of what is changed
 */
public record Change(List<Step> apply, boolean restart, Risk risk) {

    /** How much can go wrong. */
    public enum Risk {
        /** A restart at most, and the old value brings the old behaviour back. */
        LOW,
        /** Other parts of the installation feel it: connections, memory, rejected requests. */
        MEDIUM
    }

    public Change {
        apply = List.copyOf(apply);
    }

    /** A copy with the pool sizes that it requires, so that the change is safe when it is applied alone. */
    public Change fitting(PoolSizes pool) {
        return new Change(ChangeSet.of(List.of(this), pool).apply(), restart, risk);
    }

    /** Back to the values that were in force, last step first. */
    public List<Step> revert() {
        List<Step> steps = new ArrayList<>(apply.stream().map(Step::reversed).toList());
        Collections.reverse(steps);
        return Collections.unmodifiableList(steps);
    }
}
