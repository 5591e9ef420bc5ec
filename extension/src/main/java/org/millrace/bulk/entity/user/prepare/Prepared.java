package org.millrace.bulk.entity.user.prepare;

import java.util.List;
import org.millrace.bulk.entity.user.profile.MatchedBy;
import org.millrace.bulk.entity.user.state.UserChange;
import org.millrace.bulk.entity.user.state.UserState;
import org.millrace.bulk.record.field.Violation;

/** The result of the preparation of one record. */
public sealed interface Prepared {
    /** To be written. */
    record Accepted(UserState user, List<Violation> warnings) implements Prepared {}

    /** There already, and to be changed. */
    record Changed(UserChange change, MatchedBy matchedBy, List<Violation> warnings) implements Prepared {}

    /**
     * Would be changed, were this not a dry run. Nothing is written: an earlier chunk that was rolled back has changed the user, or a user
     * federation provider takes part.
     */
    record Predicted(UserState user, MatchedBy matchedBy, List<Violation> warnings) implements Prepared {}

    /** There already, and to be left alone. */
    record Present(String id, MatchedBy matchedBy, List<Violation> warnings) implements Prepared {}

    /** Not to be written, for all of these reasons. */
    record Refused(List<Violation> problems) implements Prepared {}
}
