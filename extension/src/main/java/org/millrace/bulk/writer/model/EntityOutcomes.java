package org.millrace.bulk.writer.model;

import java.util.function.Supplier;
import org.millrace.bulk.chunk.Outcome;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.writer.Findings;

/** What becomes of records that are accepted. */
final class EntityOutcomes {
    private EntityOutcomes() {}

    /**
     * The outcome of a record that makes an entity, changes it, or leaves it as it is.
     *
     * @param write writes what has to be written, which may be nothing, and tells the entity's id
     */
    static Outcome of(ImportRecord item, boolean isNew, boolean changes, Supplier<String> write, Findings findings) {
        String id = write.get();
        if (isNew) {
            return new Outcome.Created(item.position(), item.key(), id, findings.warnings());
        }
        return changes
                ? new Outcome.Updated(item.position(), item.key(), id, findings.warnings())
                : new Outcome.Unchanged(item.position(), item.key(), id, findings.warnings());
    }
}
