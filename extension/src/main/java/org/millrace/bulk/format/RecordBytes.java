package org.millrace.bulk.format;

import java.util.Arrays;
import org.millrace.bulk.record.field.Position;

/** The bytes of one record, collected from several buffers. Bytes beyond the limit are counted but not stored. */
public final class RecordBytes {
    private static final int INITIAL_BYTES = 8 * 1024;

    private final int maxBytes;
    private byte[] bytes = new byte[INITIAL_BYTES];
    private long length;

    /** Collects at most this many bytes of a record. */
    public RecordBytes(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Begins the next record. */
    public void clear() {
        length = 0;
    }

    /** Adds bytes. A buffer that would exceed the maximum is only counted. */
    public void append(byte[] from, int start, int end) {
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

    /** Whether the record has no byte yet. */
    public boolean isEmpty() {
        return length == 0;
    }

    /** Whether the record has more bytes than the maximum. */
    public boolean isTooLarge() {
        return length > maxBytes;
    }

    /** Holds the record from its start on; belongs to this object and changes afterwards. */
    public byte[] bytes() {
        return bytes;
    }

    /** How many bytes the record has, if it is not too large. */
    public int length() {
        return (int) length;
    }

    /** The entry for a record that is too large. */
    public Entry tooLarge(Position position) {
        return Entry.Unreadable.tooLarge(position, length, maxBytes);
    }
}
