package org.millrace.bulk.rest.run;

import java.util.concurrent.atomic.AtomicReference;

/**
 * The permit to run one import. Released once: when the import ends, or when the connection closes before the import begins.
 * Thread-safe.
 */
public final class Admission implements AutoCloseable {
    private enum State {
        GRANTED,
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

    /** Says that the import runs, so that only its end gives the right back; false if it was given back already. */
    public boolean begin() {
        return state.compareAndSet(State.GRANTED, State.USED);
    }

    /** The connection is closed: releases the permit if the import has not begun. */
    public void connectionClosed() {
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
