package org.millrace.bulk.chunk.outcome;

import java.io.IOException;

/** Takes outcomes in the order of the input, from one thread. */
public interface OutcomeSink {
    /**
     * Takes one more outcome; must not block on a client that does not read.
     *
     * @throws IOException if the client is disconnected
     */
    void accept(Outcome outcome) throws IOException;

    /**
     * Sends pending output as far as that does not block. Called at the end of each chunk.
     *
     * @throws IOException if the client is disconnected
     */
    void flush() throws IOException;
}
