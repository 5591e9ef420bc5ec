package org.millrace.bulk.format;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.millrace.bulk.record.Position;
import org.millrace.bulk.record.Violation;

/** The bytes of one record while they come in pieces. Those beyond the limit are counted and not kept. */
final class RecordBytes {
    private static final int INITIAL_BYTES = 8 * 1024;

    private final int maxBytes;
    private byte[] bytes = new byte[INITIAL_BYTES];
    private long length;

    RecordBytes(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    void clear() {
        length = 0;
    }

    void append(byte[] from, int start, int end) {
        int more = end - start;
        if (length + more <= maxBytes) {
            int needed = (int) length + more;
            if (needed > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(needed, Math.min(2 * bytes.length, maxBytes)));
            }
            System.arraycopy(from, start, bytes, (int) length, more);
        }
        length += more;
    }

    boolean isEmpty() {
        return length == 0;
    }

    boolean isTooLarge() {
        return length > maxBytes;
    }

    /** Holds the record from its start on; belongs to this object and changes afterwards. */
    byte[] bytes() {
        return bytes;
    }

    /** How many bytes the record has, if it is not too large. */
    int length() {
        return (int) length;
    }

    /** The entry for a record that is too large. */
    Entry tooLarge(Position position) {
        return tooLarge(length, maxBytes, position);
    }

    static Entry tooLarge(long length, int maxBytes, Position position) {
        String detail = "The record has " + length + " bytes; the limit is " + maxBytes;
        return new Entry.Unreadable(
                position, Optional.empty(), List.of(Violation.of("record-too-large", null, detail)), 0);
    }
}
