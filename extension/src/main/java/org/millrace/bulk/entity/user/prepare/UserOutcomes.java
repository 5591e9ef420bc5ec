package org.millrace.bulk.entity.user.prepare;

import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.record.ImportRecord;

/** Builds the outcomes of users. */
public final class UserOutcomes {
    private UserOutcomes() {}

    /** The outcome of a record after its prepared change was written. */
    public static Outcome of(ImportRecord item, Prepared prepared) {
        if (prepared instanceof Prepared.Accepted accepted) {
            return new Outcome.Created(
                    item.position(), item.key(), accepted.user().id(), accepted.warnings());
        }
        if (prepared instanceof Prepared.Changed changed) {
            String id = changed.change().target().id();
            return new Outcome.Updated(
                    item.position(),
                    item.key(),
                    id,
                    changed.warnings(),
                    changed.matchedBy().word());
        }
        if (prepared instanceof Prepared.Predicted predicted) {
            return new Outcome.Updated(
                    item.position(),
                    item.key(),
                    predicted.user().id(),
                    predicted.warnings(),
                    predicted.matchedBy().word());
        }
        return prepared instanceof Prepared.Present present
                ? new Outcome.Unchanged(
                        item.position(),
                        item.key(),
                        present.id(),
                        present.warnings(),
                        present.matchedBy().word())
                : Outcomes.rejected(item, ((Prepared.Refused) prepared).problems());
    }
}
