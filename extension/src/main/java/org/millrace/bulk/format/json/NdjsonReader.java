package org.millrace.bulk.format.json;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.RecordReader;
import org.millrace.bulk.format.UndecodableBodyException;
import org.millrace.bulk.record.field.Position;

/**
 * Newline-delimited JSON: one value per line, lines end with LF or CRLF, blank lines count but are skipped, as is a byte order
 * mark at the start. A line longer than the limit is one unreadable entry; its bytes are not kept.
 *
 * @see <a href="https://github.com/ndjson/ndjson-spec">NDJSON</a>
 */
public final class NdjsonReader implements RecordReader {
    private static final int BUFFER_BYTES = 64 * 1024;
    /** What may follow the record on its line: a carriage return. */
    private static final int LINE_END_BYTES = 1;

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final InputStream body;
    private final RecordParser parser;
    private final int maxRecordBytes;

    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int position;
    private int limit;

    /** The start of a line whose end was not in the buffer yet, as far as the limit allows. */
    private byte[] carried = new byte[BUFFER_BYTES];

    private long carriedBytes;
    private long line;
    private boolean begun;

    /**
     * Reads from a body.
     *
     * @param maxRecordBytes the longest line that is accepted, without its end
     */
    public NdjsonReader(InputStream body, RecordParser parser, int maxRecordBytes) {
        this.body = body;
        this.parser = parser;
        this.maxRecordBytes = maxRecordBytes;
    }

    @Override
    public Optional<Entry> next() throws IOException {
        while (true) {
            if (position == limit && !fill()) {
                return carriedBytes > 0 ? endLine(position, position) : Optional.empty();
            }
            int end = newline();
            if (end < 0) {
                carry(position, limit);
                position = limit;
                continue;
            }
            int start = position;
            position = end + 1;
            Optional<Entry> entry = endLine(start, end);
            if (entry.isPresent()) {
                return entry;
            }
        }
    }

    @Override
    public boolean wouldWait() throws IOException {
        return newline() < 0 && body.available() == 0;
    }

    private boolean fill() throws IOException {
        position = 0;
        limit = Math.max(0, body.read(buffer, 0, buffer.length));
        return limit > 0;
    }

    /** The place of the next line end in the buffer, or -1. */
    private int newline() {
        for (int i = position; i < limit; i++) {
            if (buffer[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    private void carry(int from, int to) {
        int length = to - from;
        if (carriedBytes + length <= maxRecordBytes + LINE_END_BYTES) {
            int needed = (int) carriedBytes + length;
            if (needed > carried.length) {
                carried = Arrays.copyOf(carried, Math.max(needed, Math.min(2 * carried.length, maxRecordBytes)));
            }
            System.arraycopy(buffer, from, carried, (int) carriedBytes, length);
        }
        carriedBytes += length;
    }

    private Optional<Entry> endLine(int from, int to) throws UndecodableBodyException {
        line++;
        if (carriedBytes == 0) {
            return read(buffer, from, to - from);
        }
        carry(from, to);
        long length = carriedBytes;
        carriedBytes = 0;
        return length > maxRecordBytes + LINE_END_BYTES
                ? Optional.of(tooLarge(length))
                : read(carried, 0, (int) length);
    }

    private Optional<Entry> read(byte[] bytes, int offset, int length) throws UndecodableBodyException {
        int from = offset;
        int to = offset + length;
        if (line == 1 && startsWithByteOrderMark(bytes, from, to)) {
            from += BYTE_ORDER_MARK.length;
        }
        while (to > from && isBlank(bytes[to - 1])) {
            to--;
        }
        while (from < to && isBlank(bytes[from])) {
            from++;
        }
        if (from == to) {
            return Optional.empty();
        }
        if (!begun) {
            begun = true;
            requireLines(bytes, from, to);
        }
        return Optional.of(
                to - from > maxRecordBytes
                        ? tooLarge(to - from)
                        : parser.parse(bytes, from, to - from, new Position(line)));
    }

    /**
     * A document over several lines, or several records on one line, is rejected as a whole, because each of its lines would be
     * rejected.
     */
    private static void requireLines(byte[] bytes, int from, int to) throws UndecodableBodyException {
        if (bytes[from] == '[') {
            throw new UndecodableBodyException(
                    "undecodable-body", "The body looks like a JSON array; use Content-Type: application/json");
        }
        if (bytes[from] == '{' && to - from == 1) {
            throw new UndecodableBodyException(
                    "undecodable-body",
                    "The body looks like a JSON document over several lines; use Content-Type: application/json with an"
                            + " array, or write each record on one line");
        }
        Optional<String> realm = RealmShape.realm(bytes, from, to - from);
        if (realm.isPresent()) {
            throw new UndecodableBodyException(
                    "undecodable-body",
                    "The body looks like the export of realm \"" + realm.get()
                            + "\"; use Content-Type: application/json");
        }
    }

    private Entry tooLarge(long length) {
        return Entry.Unreadable.tooLarge(new Position(line), length, maxRecordBytes);
    }

    private static boolean startsWithByteOrderMark(byte[] bytes, int from, int to) {
        return to - from >= BYTE_ORDER_MARK.length
                && Arrays.equals(
                        bytes, from, from + BYTE_ORDER_MARK.length, BYTE_ORDER_MARK, 0, BYTE_ORDER_MARK.length);
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t' || b == '\r';
    }
}
