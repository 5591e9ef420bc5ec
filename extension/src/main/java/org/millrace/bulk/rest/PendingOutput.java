package org.millrace.bulk.rest;

import java.io.IOException;

/** What a client has not been sent yet, as it had no room for it. For one thread. */
interface PendingOutput {
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
     * Sends as much of it as there is room for; waits for room only if nothing more can be kept.
     *
     * @throws IOException if what was kept is lost
     */
    void flush() throws IOException;
}
