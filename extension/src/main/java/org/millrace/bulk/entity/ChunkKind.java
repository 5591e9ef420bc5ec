package org.millrace.bulk.entity;

import java.util.List;
import java.util.Map;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.record.field.Violation;

/** Dispatch by the type of a chunk's records. */
public final class ChunkKind {
    static final Violation FORBIDDEN = Violation.of("forbidden", "type", "You may not import records of this type");

    private ChunkKind() {}

    /** The writer for the kind of the chunk; unreadable records may go to any writer. */
    public static <T> T writer(Chunk chunk, Map<Class<?>, T> writers) {
        return chunk.kind()
                .map(writers::get)
                .orElseGet(() -> writers.values().iterator().next());
    }

    /** The same places of the body, whose records the caller may not import. */
    static Chunk forbidden(Chunk chunk) {
        return new Chunk(chunk.entries().stream().map(ChunkKind::forbidden).toList(), chunk.maxProblems());
    }

    private static Entry forbidden(Entry entry) {
        return entry instanceof Entry.Readable readable
                ? new Entry.Unreadable(entry.position(), readable.item().key(), List.of(FORBIDDEN), entry.bytes())
                : entry;
    }
}
