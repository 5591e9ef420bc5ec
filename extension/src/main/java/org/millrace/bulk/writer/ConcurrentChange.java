package org.millrace.bulk.writer;

/** Somebody else has changed what a chunk has just read: the same again succeeds. */
public final class ConcurrentChange extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param message what was seen; never holds a credential */
    public ConcurrentChange(String message) {
        super(message);
    }
}
