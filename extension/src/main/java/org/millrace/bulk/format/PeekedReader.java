package org.millrace.bulk.format;

import java.io.IOException;
import java.util.Optional;

/** A reader whose first entry was looked at already, to learn whether the body holds anything. */
public final class PeekedReader implements RecordReader {
    private final RecordReader reader;
    private Optional<Entry> first;

    /**
     * Reads the first entry.
     *
     * @throws IOException if the body cannot be decoded
     */
    public PeekedReader(RecordReader reader) throws IOException {
        this.reader = reader;
        this.first = reader.next();
    }

    /** Whether the body holds no entry at all. */
    public boolean isEmpty() {
        return first.isEmpty();
    }

    @Override
    public Optional<Entry> next() throws IOException {
        if (first.isPresent()) {
            Optional<Entry> entry = first;
            first = Optional.empty();
            return entry;
        }
        return reader.next();
    }

    @Override
    public boolean wouldWait() throws IOException {
        return first.isEmpty() && reader.wouldWait();
    }
}
