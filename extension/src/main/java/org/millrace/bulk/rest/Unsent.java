package org.millrace.bulk.rest;

import java.io.IOException;

/** What a client has not been sent yet, as it had no room for it. For one thread. */
interface Unsent {
    /** Nothing. */
    Unsent NONE = new Unsent() {
        @Override
        public long unsentBytes() {
            return 0;
        }

        @Override
        public void flush() {}
    };

    /** How much it is; 0 if the client is gone. */
    long unsentBytes();

    /**
     * Sends as much of it as needs no waiting.
     *
     * @throws IOException if what was kept cannot be read
     */
    void flush() throws IOException;
}
