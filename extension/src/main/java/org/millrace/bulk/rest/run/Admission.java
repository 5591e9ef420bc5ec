package org.millrace.bulk.rest.run;

import java.util.concurrent.atomic.AtomicReference;

/**
 * The permit to run one import. Released once: when the import ends, or when the connection closes after the request was prepared and
 * before the import begins, or during the preparation. Thread-safe.
 */
public final class Admission implements AutoCloseable {
    private enum State {
        GRANTED,
        DISCONNECTED,
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

    /**
     * Marks the request as prepared: from here on, the server may drop the response without beginning the import. If the connection is
     * closed already, the permit is released.
     */
    public void prepared() {
        if (!state.compareAndSet(State.GRANTED, State.PREPARED)) {
            close();
        }
    }

    /** Says that the import runs, so that only its end releases the permit; false if it was released already. */
    public boolean begin() {
        return state.compareAndSet(State.PREPARED, State.USED);
    }

    /** The connection is closed: releases the permit unless the request is being prepared or the import runs. */
    public void connectionClosed() {
        state.compareAndSet(State.GRANTED, State.DISCONNECTED);
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
