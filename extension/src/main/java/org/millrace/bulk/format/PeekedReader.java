package org.millrace.bulk.format;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.millrace.bulk.record.field.FieldUse;
import org.millrace.bulk.record.field.Violation;

/** A reader whose first entry was looked at already, to learn whether the body holds anything. */
public final class PeekedReader implements RecordReader {
    private final RecordReader reader;
    private Optional<Entry> first;

    /**
     * Reads the first entry.
     *
     * @throws UndecodableBodyException if the body is not in the reader's format
     * @throws IOException if it breaks off or cannot be decompressed
     */
    public PeekedReader(RecordReader reader) throws IOException {
        this.reader = reader;
        this.first = reader.next();
    }

    /** Whether the body holds nothing at all. */
    public boolean isEmpty() {
        return first.isEmpty() && reader.isBlank();
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

    @Override
    public void close() throws IOException {
        reader.close();
    }

    @Override
    public boolean isBlank() {
        return reader.isBlank();
    }

    @Override
    public List<FieldUse> fields() {
        return reader.fields();
    }

    @Override
    public List<Violation> notices() {
        return reader.notices();
    }

    @Override
    public List<String> columns() {
        return reader.columns();
    }

    @Override
    public List<String> passedOver() {
        return reader.passedOver();
    }
}
