package org.millrace.bulk.writer;

/** Another transaction has changed rows that a chunk has read. A retry of the chunk succeeds. */
public final class ConcurrentChangeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param message the observation, which clients see: names no table and no stored object, and never holds a credential */
    public ConcurrentChangeException(String message) {
        super(message);
    }
}
