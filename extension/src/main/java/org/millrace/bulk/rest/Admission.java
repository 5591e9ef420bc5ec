package org.millrace.bulk.rest;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The right to run one import. Given back once, by whoever comes first: the import that ended, or the connection that was
 * closed before its import could begin. Safe for any thread.
 */
final class Admission implements AutoCloseable {
    private final Semaphore imports;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final AtomicBoolean returned = new AtomicBoolean();

    Admission(Semaphore imports) {
        this.imports = imports;
    }

    /** Says that the import runs: from now on only its end gives the right back. */
    void begin() {
        begun.set(true);
    }

    /** The connection is closed: without an import, nobody else would give the right back. */
    void connectionClosed() {
        if (!begun.get()) {
            close();
        }
    }

    @Override
    public void close() {
        if (returned.compareAndSet(false, true)) {
            imports.release();
        }
    }
}
