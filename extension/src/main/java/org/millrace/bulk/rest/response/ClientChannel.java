package org.millrace.bulk.rest.response;

/** The way to the client, which may or may not take bytes at present. For one thread. */
public interface ClientChannel {
    /**
     * Whether the client has to read before it can be sent more.
     *
     * @throws ClientDisconnectedException if the client is disconnected
     */
    boolean isFull() throws ClientDisconnectedException;

    /**
     * Sends bytes without blocking.
     *
     * @throws ClientDisconnectedException if the client is disconnected
     */
    void write(byte[] bytes, int offset, int length) throws ClientDisconnectedException;

    /** Aborts the response, so that the client does not take it for complete. */
    void breakOff();
}
