package org.millrace.bulk.chunk;

import java.util.List;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.record.Violation;

/** Outcomes of records and of what could not be read as one. */
public final class Outcomes {
    private Outcomes() {}

    /** The outcome of a place that holds no record. */
    public static Outcome unreadable(Entry.Unreadable entry) {
        return new Outcome.Rejected(entry.position(), entry.key(), entry.problems(), List.of());
    }

    /** The outcome of a record that is at fault. */
    public static Outcome rejected(ImportRecord item, List<Violation> problems) {
        return new Outcome.Rejected(item.position(), item.key(), problems, item.warnings());
    }

    /** The outcome of a record that made a new entity. */
    public static Outcome created(ImportRecord item, String id) {
        return new Outcome.Created(item.position(), item.key(), id, item.warnings());
    }

    /** The outcome of a record whose entity was there already. */
    public static Outcome unchanged(ImportRecord item, String id) {
        return new Outcome.Unchanged(item.position(), item.key(), id, item.warnings());
    }

    /** The outcome of an entry whose turn never came; what could not be read has its own. */
    public static Outcome unprocessed(Entry entry) {
        return entry instanceof Entry.Readable readable
                ? new Outcome.Unprocessed(readable.position(), readable.item().key())
                : unreadable((Entry.Unreadable) entry);
    }
}
