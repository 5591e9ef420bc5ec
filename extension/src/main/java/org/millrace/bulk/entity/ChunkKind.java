package org.millrace.bulk.entity;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.ChunkCommit;
import org.millrace.bulk.chunk.ChunkFailure;
import org.millrace.bulk.chunk.Outcome;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.record.Violation;

/** Of what kind the records of a chunk are: all of one, or none could be read. */
final class ChunkKind {
    private static final Violation FORBIDDEN =
            Violation.of("forbidden", "type", "You may not import records of this type");

    private ChunkKind() {}

    static Optional<Class<?>> of(Chunk chunk) {
        for (Entry entry : chunk.entries()) {
            if (entry instanceof Entry.Readable readable) {
                return Optional.of(readable.item().getClass());
            }
        }
        return Optional.empty();
    }

    /** Outcomes of records that the caller may not import. */
    static List<Outcome> refuse(Chunk chunk) {
        return Outcomes.ofEach(chunk, item -> Outcomes.rejected(item, List.of(FORBIDDEN)));
    }

    /** Has the chunk written by who writes its kind; a chunk of nothing readable, and one of a forbidden kind, by anybody. */
    static List<Outcome> write(Chunk chunk, ChunkCommit commit, Map<Class<?>, EntityWriting> writings)
            throws ChunkFailure {
        Optional<EntityWriting> writing = of(chunk).map(writings::get);
        if (writing.isPresent()) {
            return writing.get().writer().write(chunk, commit);
        }
        Chunk refused =
                new Chunk(chunk.entries().stream().map(ChunkKind::forbidden).toList(), chunk.maxProblems());
        return writings.values().iterator().next().writer().write(refused, commit);
    }

    private static Entry forbidden(Entry entry) {
        return entry instanceof Entry.Readable readable
                ? new Entry.Unreadable(entry.position(), readable.item().key(), List.of(FORBIDDEN), entry.bytes())
                : entry;
    }
}
