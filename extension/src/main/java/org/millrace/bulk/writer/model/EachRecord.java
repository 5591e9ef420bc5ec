package org.millrace.bulk.writer.model;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.record.ImportRecord;

/** Chunks whose records are written one after the other, in one session that fires their admin events at the end. */
public final class EachRecord {
    private EachRecord() {}

    /**
     * Makes the writer of an import's chunks. It is thread-safe if the step is.
     *
     * @param kind the class of the records
     * @param step checks and writes one record
     */
    public static <R extends ImportRecord> Function<ModelScope, ModelChunk> of(
            Class<R> kind, BiFunction<R, ChunkSession, Outcome> step) {
        return scope -> (chunk, session, realm) -> {
            ChunkSession within = new ChunkSession(scope, session, realm);
            List<Outcome> outcomes = Outcomes.ofEach(chunk, item -> step.apply(kind.cast(item), within));
            within.fireEvents();
            return outcomes;
        };
    }
}
