package org.millrace.bulk.format;

import java.io.IOException;
import java.util.Optional;

/**
 * Pulls one entry after another out of a body, with memory bounded by the longest record it accepts. Used by one thread at
 * a time. What cannot be read as a record is an {@link Entry.Unreadable}, never an exception.
 */
public interface RecordReader {
    /**
     * The next entry, or empty at the end of the body.
     *
     * @throws IOException if the body itself breaks off or cannot be decoded; no entry is made of the part that was cut
     */
    Optional<Entry> next() throws IOException;

    /**
     * Whether the next entry would have to wait for the client, as far as that can be told: where it cannot, as for a body
     * of announced length, the answer is no.
     */
    boolean wouldWait() throws IOException;
}
