package org.millrace.bulk.format;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.millrace.bulk.record.field.FieldUse;
import org.millrace.bulk.record.field.Violation;

/**
 * Pulls one entry after another out of a body, with memory bounded by the longest record it accepts. Used by one thread at
 * a time. What cannot be read as a record is an {@link Entry.Unreadable}, never an exception.
 */
public interface RecordReader extends Closeable {
    /**
     * The next entry, or empty at the end of the body.
     *
     * @throws UndecodableBodyException if the body is not in this format from its very start, before any entry
     * @throws IOException if the body itself breaks off or cannot be decompressed; no entry is made of the part that was cut
     */
    Optional<Entry> next() throws IOException;

    /** Whether the next entry would have to wait for the client. False where that is unknown, as for a body of announced length. */
    boolean wouldWait() throws IOException;

    /** Releases the resources of the reader; the caller closes the body. */
    @Override
    default void close() throws IOException {}

    /** Of a body that was read to its end without an entry: whether it held nothing at all, not even an empty list. */
    default boolean isBlank() {
        return true;
    }

    /** Messages about the whole body; complete after the first record was read. */
    default List<Violation> notices() {
        return List.of();
    }

    /** The column names of a table, as they were sent; empty for other formats. Complete once the first record was read. */
    default List<String> columns() {
        return List.of();
    }

    /** Sections of the body that were skipped, in their order; complete after the end of the body. */
    default List<String> passedOver() {
        return List.of();
    }

    /** Of another system's export: its fields and where each goes; complete once the body was read to its end. */
    default List<FieldUse> fields() {
        return List.of();
    }
}
