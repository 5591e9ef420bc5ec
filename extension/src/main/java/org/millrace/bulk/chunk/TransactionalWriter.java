package org.millrace.bulk.chunk;

import java.util.List;

/** A writer of chunks into whose transactions more can be put. */
public interface TransactionalWriter extends ChunkWriter {
    /**
     * Writes all of a chunk that can be written, and commits it together with what the other does.
     *
     * @return an outcome for each entry, in order; records that fail their checks are among them as rejected
     * @throws ChunkFailedException if the database refused the chunk as a whole; nothing of it was written then
     * @throws RuntimeException what the other threw, if it was nothing of the database's; nothing was written then
     */
    List<Outcome> write(Chunk chunk, ChunkCommit commit) throws ChunkFailedException;

    @Override
    default List<Outcome> write(Chunk chunk) throws ChunkFailedException {
        return write(chunk, ChunkCommit.NONE);
    }
}
