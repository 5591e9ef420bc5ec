package org.millrace.bulk.writer.model;

import java.util.List;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.record.field.Violation;

/** What becomes of records that are accepted. */
public final class EntityOutcomes {
    private EntityOutcomes() {}

    /** The outcome of a record that made an entity, changed it, or left it as it is. */
    public static Outcome of(ImportRecord item, boolean isNew, boolean changes, String id, List<Violation> warnings) {
        if (isNew) {
            return new Outcome.Created(item.position(), item.key(), id, warnings);
        }
        return changes
                ? new Outcome.Updated(item.position(), item.key(), id, warnings)
                : new Outcome.Unchanged(item.position(), item.key(), id, warnings);
    }
}
