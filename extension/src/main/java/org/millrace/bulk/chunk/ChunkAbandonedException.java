package org.millrace.bulk.chunk;

/**
 * A chunk must not be continued by its present owner. {@link ChunkCommit} throws it in the transaction, which is rolled back; nothing is
 * retried.
 */
public abstract class ChunkAbandonedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param message names the chunk and the reason */
    protected ChunkAbandonedException(String message) {
        super(message);
    }
}
