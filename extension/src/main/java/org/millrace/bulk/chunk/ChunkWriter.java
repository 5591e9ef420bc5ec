package org.millrace.bulk.chunk;

import java.util.List;
import org.millrace.bulk.chunk.outcome.Outcome;

/** Writes a chunk in one transaction. Called from the import's own threads, concurrently; stateless between chunks. */
@FunctionalInterface
public interface ChunkWriter {
    /**
     * Writes all valid records of a chunk, and commits.
     *
     * @return an outcome for each entry, in order; records that fail their checks are among them as rejected
     * @throws ChunkFailedException if the database rejected the chunk as a whole: nothing was written, or the result of the
     * commit is unknown
     */
    List<Outcome> write(Chunk chunk) throws ChunkFailedException;
}
