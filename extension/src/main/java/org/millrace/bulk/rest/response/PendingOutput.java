package org.millrace.bulk.rest.response;

import java.io.IOException;

/** Output that the connection has not taken yet. For one thread. */
public interface PendingOutput {
    /** Nothing. */
    PendingOutput NONE = new PendingOutput() {
        @Override
        public long unsentBytes() {
            return 0;
        }

        @Override
        public void flush() {}
    };

    /** How much it is; 0 if it can be sent no more. */
    long unsentBytes();

    /**
     * Sends as much as the connection takes; blocks only if no more output can be stored.
     *
     * @throws IOException if stored output is lost
     */
    void flush() throws IOException;
}
