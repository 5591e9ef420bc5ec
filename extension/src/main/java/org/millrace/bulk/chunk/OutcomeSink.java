package org.millrace.bulk.chunk;

import java.io.IOException;

/** Takes outcomes in the order of the input, from one thread. */
public interface OutcomeSink {
    /**
     * Takes one more outcome; may not wait for a client that does not read.
     *
     * @throws IOException if nobody can be told any more
     */
    void accept(Outcome outcome) throws IOException;

    /**
     * Sends on what was taken so far, as far as that needs no waiting. Called at the end of each chunk.
     *
     * @throws IOException if nobody can be told any more
     */
    void flush() throws IOException;
}
