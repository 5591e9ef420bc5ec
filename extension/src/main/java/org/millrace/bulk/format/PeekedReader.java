package org.millrace.bulk.format;

import java.io.IOException;
import java.util.Optional;

/** A reader whose first entry was looked at already, to learn whether the body holds anything. */
public final class PeekedReader extends ForwardingReader {
    private Optional<Entry> first;

    /**
     * Reads the first entry.
     *
     * @throws UndecodableBodyException if the body is not in the reader's format
     * @throws IOException if it breaks off or cannot be decompressed
     */
    public PeekedReader(RecordReader reader) throws IOException {
        super(reader);
        this.first = reader.next();
    }

    /** Whether the body holds nothing at all. */
    public boolean isEmpty() {
        return first.isEmpty() && isBlank();
    }

    @Override
    public Optional<Entry> next() throws IOException {
        if (first.isPresent()) {
            Optional<Entry> entry = first;
            first = Optional.empty();
            return entry;
        }
        return super.next();
    }

    @Override
    public boolean wouldWait() throws IOException {
        return first.isEmpty() && super.wouldWait();
    }
}
