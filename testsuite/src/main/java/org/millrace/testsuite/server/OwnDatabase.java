package org.millrace.testsuite.server;

/** A database that was started for one server and ends with it. */
interface OwnDatabase extends AutoCloseable {
    Database database();

    /** Stops it and forgets its data. */
    @Override
    void close();
}
