package org.millrace.bulk.rest;

import java.io.IOException;

/** The way to the client, which may or may not take bytes at present. For one thread. */
interface ClientChannel {
    /**
     * Whether the client has to read before it can be sent more.
     *
     * @throws IOException if the client is gone
     */
    boolean isFull() throws IOException;

    /**
     * Sends bytes, without waiting for the client.
     *
     * @throws IOException if the client is gone
     */
    void write(byte[] bytes, int offset, int length) throws IOException;
}
