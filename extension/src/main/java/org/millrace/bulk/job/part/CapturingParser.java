package org.millrace.bulk.job.part;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.record.field.Position;

/** Parses records and keeps the text of each until it is taken. Used by one thread at a time. */
public final class CapturingParser implements RecordParser {
    private final RecordParser parser;
    private final Map<Entry, byte[]> texts = new IdentityHashMap<>();

    /** Captures what this parser parses. */
    public CapturingParser(RecordParser parser) {
        this.parser = parser;
    }

    @Override
    public Entry parse(byte[] bytes, int offset, int length, Position position) {
        Entry entry = parser.parse(bytes, offset, length, position);
        texts.put(entry, Arrays.copyOfRange(bytes, offset, offset + length));
        return entry;
    }

    /** The text that the entry was made of, once; empty if the reader made the entry without a text. */
    public Optional<byte[]> take(Entry entry) {
        return Optional.ofNullable(texts.remove(entry));
    }
}
