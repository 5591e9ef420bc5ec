package org.millrace.advisor.plan;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.change.ChangeSet;

/**
 * What to change for a purpose, and how to go back.
 *
 * @param changes with the values that are in force now, which the revert set brings back
 * @param expires when it must be taken back, null if it is to stay
 * @param reasons for each change, the same order
 * @param notes what no step can say
 */
public record Plan(
        String profile, ChangeSet changes, @Nullable Instant expires, List<String> reasons, List<String> notes) {

    public Plan {
        reasons = List.copyOf(reasons);
        notes = List.copyOf(notes);
    }

    /** With one note more. */
    public Plan noting(String note) {
        List<String> more = new ArrayList<>(notes);
        more.add(note);
        return new Plan(profile, changes, expires, reasons, more);
    }
}
