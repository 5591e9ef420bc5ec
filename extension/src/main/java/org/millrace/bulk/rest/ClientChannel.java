package org.millrace.bulk.rest;

import java.io.IOException;

/** The way to the client, which may or may not take bytes at present. For one thread. */
interface ClientChannel {
    /** Whether bytes written now would have to wait for the client to read. */
    boolean isFull();

    /**
     * Sends bytes.
     *
     * @throws IOException if the client is gone
     */
    void write(byte[] bytes, int offset, int length) throws IOException;
}
