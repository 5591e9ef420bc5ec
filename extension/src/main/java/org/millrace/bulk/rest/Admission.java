package org.millrace.bulk.rest;

import java.util.concurrent.atomic.AtomicReference;

/**
 * The right to run one import. Given back once, by whoever comes first: the import that ended, or the connection that was
 * closed before its import could begin. Safe for any thread.
 */
final class Admission implements AutoCloseable {
    private enum State {
        GRANTED,
        USED,
        RETURNED
    }

    private final Places imports;
    private final String userId;
    private final AtomicReference<State> state = new AtomicReference<>(State.GRANTED);

    Admission(Places imports, String userId) {
        this.imports = imports;
        this.userId = userId;
    }

    /** Says that the import runs, so that only its end gives the right back; false if it was given back already. */
    boolean begin() {
        return state.compareAndSet(State.GRANTED, State.USED);
    }

    /** The connection is closed: without an import, nobody else would give the right back. */
    void connectionClosed() {
        if (state.compareAndSet(State.GRANTED, State.RETURNED)) {
            imports.release(userId);
        }
    }

    @Override
    public void close() {
        if (state.getAndSet(State.RETURNED) != State.RETURNED) {
            imports.release(userId);
        }
    }
}
