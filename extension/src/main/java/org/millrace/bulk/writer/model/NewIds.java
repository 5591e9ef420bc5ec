package org.millrace.bulk.writer.model;

import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.TransactionalWriter;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.record.IdMapping;

/** Assigns new ids to the records of an import and to their nested objects. */
public final class NewIds {
    private final IdMapping ids;

    private NewIds(IdMapping ids) {
        this.ids = ids;
    }

    /** A writer that gives new ids before it writes; the writer itself where records keep theirs. */
    public static TransactionalWriter before(TransactionalWriter writer, IdMapping ids) {
        NewIds mapped = new NewIds(ids);
        return ids.isKeeping() ? writer : (chunk, commit) -> writer.write(mapped.of(chunk), commit);
    }

    private Chunk of(Chunk chunk) {
        return new Chunk(chunk.entries().stream().map(this::of).toList(), chunk.maxProblems());
    }

    private Entry of(Entry entry) {
        return entry instanceof Entry.Readable readable
                ? new Entry.Readable(readable.item().withIds(ids), readable.bytes())
                : entry;
    }
}
