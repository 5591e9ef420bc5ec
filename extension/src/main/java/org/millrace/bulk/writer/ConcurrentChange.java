package org.millrace.bulk.writer;

/** Another transaction has changed rows that a chunk has read. A retry of the chunk succeeds. */
public final class ConcurrentChange extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param message what was seen; never holds a credential */
    public ConcurrentChange(String message) {
        super(message);
    }
}
