package org.millrace.bulk.chunk;

import java.util.List;
import org.millrace.bulk.chunk.outcome.Outcome;

/** A writer of chunks into whose transactions more can be put. */
public interface TransactionalWriter extends ChunkWriter {
    /**
     * Writes all valid records of a chunk, and commits them together with the further work.
     *
     * @return an outcome for each entry, in order; records that fail their checks are among them as rejected
     * @throws ChunkFailedException if the database rejected the chunk as a whole; nothing was written
     * @throws RuntimeException a failure of the further work other than a database error; nothing was written
     */
    List<Outcome> write(Chunk chunk, ChunkCommit commit) throws ChunkFailedException;

    @Override
    default List<Outcome> write(Chunk chunk) throws ChunkFailedException {
        return write(chunk, ChunkCommit.NONE);
    }
}
