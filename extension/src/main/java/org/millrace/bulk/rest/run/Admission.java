package org.millrace.bulk.rest.run;

import java.util.concurrent.atomic.AtomicReference;

/**
 * The permit to run one import. Released once: when the import ends, or when the connection closes after the request was prepared and
 * before the import begins.
 * Thread-safe.
 */
public final class Admission implements AutoCloseable {
    private enum State {
        GRANTED,
        PREPARED,
        USED,
        RETURNED
    }

    private final ImportPermits imports;
    private final String userId;
    private final AtomicReference<State> state = new AtomicReference<>(State.GRANTED);

    Admission(ImportPermits imports, String userId) {
        this.imports = imports;
        this.userId = userId;
    }

    /** The request's thread has done its part; from here on the server may never begin the import. */
    public void prepared() {
        state.compareAndSet(State.GRANTED, State.PREPARED);
    }

    /** Says that the import runs, so that only its end releases the permit; false if it was released already. */
    public boolean begin() {
        return state.compareAndSet(State.PREPARED, State.USED);
    }

    /** The connection is closed: releases the permit if the import was prepared and has not begun. */
    public void connectionClosed() {
        if (state.compareAndSet(State.PREPARED, State.RETURNED)) {
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
