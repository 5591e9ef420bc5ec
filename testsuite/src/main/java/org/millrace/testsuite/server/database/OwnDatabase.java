package org.millrace.testsuite.server.database;

/** A database that was started for one server and ends with it. */
public interface OwnDatabase extends AutoCloseable {
    Database database();

    /**
     * SIGKILL; returns when it is gone.
     *
     * @throws UnsupportedOperationException if it is no process of its own
     */
    default void kill() {
        throw new UnsupportedOperationException("only PostgreSQL can be killed");
    }

    /** Starts again what was killed, with its data, at the same address; returns when it answers. */
    default void restart() {
        throw new UnsupportedOperationException("only PostgreSQL can be killed");
    }

    /** Stops it and forgets its data. */
    @Override
    void close();
}
