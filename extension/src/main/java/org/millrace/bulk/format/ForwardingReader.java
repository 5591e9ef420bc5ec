package org.millrace.bulk.format;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.millrace.bulk.record.field.FieldUse;
import org.millrace.bulk.record.field.Violation;

/** A reader that passes every call on to another one; subclasses change single calls. */
public abstract class ForwardingReader implements RecordReader {
    private final RecordReader reader;

    /** @param reader is closed with this one */
    protected ForwardingReader(RecordReader reader) {
        this.reader = reader;
    }

    @Override
    public Optional<Entry> next() throws IOException {
        return reader.next();
    }

    @Override
    public boolean wouldWait() throws IOException {
        return reader.wouldWait();
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
    public List<String> passedOver() {
        return reader.passedOver();
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
    public List<FieldUse> fields() {
        return reader.fields();
    }
}
