package org.millrace.bulk.format;

import java.util.List;
import java.util.Optional;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;

/** One place of the body where a record stood: the record, or why none could be read there. */
public sealed interface Entry {
    /** Where in the body. */
    Position position();

    /** Number of the entry's bytes, as the measure for memory limits. */
    int bytes();

    /** A record that could be read. */
    record Readable(ImportRecord item, int bytes) implements Entry {
        @Override
        public Position position() {
            return item.position();
        }
    }

    /** A part of the body that is no readable record; reading continues after it. */
    record Unreadable(Position position, Optional<String> key, List<Violation> problems, int bytes) implements Entry {
        public Unreadable {
            problems = Violation.listed(problems);
        }

        /**
         * A record that was not looked at.
         *
         * @param length its bytes
         * @param maxBytes the limit
         */
        public static Unreadable tooLarge(Position position, long length, int maxBytes) {
            String detail = "The record has " + length + " bytes; at most " + maxBytes
                    + " are allowed (setting max-record-bytes)";
            return new Unreadable(
                    position, Optional.empty(), List.of(Violation.of("record-too-large", null, detail)), 0);
        }
    }
}
