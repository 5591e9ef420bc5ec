package org.millrace.bulk.job.chunk;

import java.util.List;
import java.util.Optional;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;

/** One record of a part, as it is kept until its turn comes. */
public sealed interface StoredRecord {
    /** Where it stood in its part. */
    Position position();

    /** The record to write, read by the same parser as in a direct import. */
    Entry entry(RecordParser parser);

    /** Whether it is to come again if it fails for a reason that may pass, and has no outcome before. */
    default boolean isRepeatable() {
        return false;
    }

    /** The same, to come again. What could not be read is the same each time. */
    default StoredRecord repeatable() {
        return this;
    }

    /**
     * Text of one line, which the parser makes the same entry of as it made of the body's.
     *
     * @param text a JSON object, or what stood in the place of one
     */
    record Text(Position position, byte[] text, boolean isRepeatable) implements StoredRecord {
        @Override
        public StoredRecord repeatable() {
            return new Text(position, text, true);
        }

        @Override
        public Entry entry(RecordParser parser) {
            return parser.parse(text, 0, text.length, position);
        }

        /** A record may hold passwords. */
        @Override
        public String toString() {
            return "Text[" + position + "]";
        }
    }

    /** A place of the body that no record could be read from, and of which no text is kept. */
    record Unreadable(Position position, Optional<String> key, List<Violation> problems) implements StoredRecord {
        @Override
        public Entry entry(RecordParser parser) {
            return new Entry.Unreadable(position, key, problems, 0);
        }
    }

    /** The record to keep for an entry. */
    static StoredRecord of(Entry entry, Optional<byte[]> text) {
        if (text.isPresent()) {
            boolean changed = flatten(text.get());
            // Between tokens a line end is a space; inside a text it made the record unreadable, which it has to stay.
            if (!changed || entry instanceof Entry.Readable) {
                return new Text(entry.position(), text.get(), false);
            }
        }
        Entry.Unreadable unreadable = (Entry.Unreadable) entry;
        return new Unreadable(entry.position(), unreadable.key(), unreadable.problems());
    }

    /** Replaces line ends in a text; true if there were any. */
    private static boolean flatten(byte[] text) {
        boolean changed = false;
        for (int i = 0; i < text.length; i++) {
            if (text[i] == '\n' || text[i] == '\r') {
                text[i] = ' ';
                changed = true;
            }
        }
        return changed;
    }
}
