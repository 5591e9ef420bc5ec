package org.millrace.bulk.writer.copy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Rows in the text format of {@code COPY}, rendered straight into bytes. Reused from chunk to chunk; for one thread.
 *
 * @see <a href="https://www.postgresql.org/docs/current/sql-copy.html#id-1.9.3.55.9.2">COPY, text format</a>
 */
public final class CopyBuffer {
    private static final int INITIAL_BYTES = 64 * 1024;

    /** A buffer that one unusual chunk has blown up is not kept. */
    private static final int MAX_KEPT_BYTES = 4 * 1024 * 1024;

    /** A character of a Java string takes at most three bytes in UTF-8, escaped ones two. */
    private static final int MAX_BYTES_A_CHARACTER = 3;

    private byte[] bytes = new byte[INITIAL_BYTES];
    private int length;
    private boolean rowStarted;
    private final BitSet leftOut;
    private int column;

    CopyBuffer() {
        this(new BitSet());
    }

    /** @param leftOut places in the row of the values that are not written */
    CopyBuffer(BitSet leftOut) {
        this.leftOut = leftOut;
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    public void clear() {
        length = 0;
        rowStarted = false;
        column = 0;
        if (bytes.length > MAX_KEPT_BYTES) {
            bytes = new byte[INITIAL_BYTES];
        }
    }

    public CopyBuffer text(@Nullable String value) {
        if (!startField()) {
            return this;
        }
        if (value == null) {
            reserve(2);
            bytes[length++] = '\\';
            bytes[length++] = 'N';
            return this;
        }
        reserve(value.length() * MAX_BYTES_A_CHARACTER);
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c >= 0x80) {
                encode(value, i);
                break;
            }
            ascii(c);
        }
        return this;
    }

    public CopyBuffer number(long value) {
        return text(Long.toString(value));
    }

    public CopyBuffer flag(boolean value) {
        return text(value ? "t" : "f");
    }

    /** Bytes in hexadecimal, or NULL. */
    public CopyBuffer binary(byte @Nullable [] value) {
        if (value == null) {
            return text(null);
        }
        if (!startField()) {
            return this;
        }
        reserve(3 + 2 * value.length);
        bytes[length++] = '\\';
        bytes[length++] = '\\';
        bytes[length++] = 'x';
        for (byte b : value) {
            bytes[length++] = (byte) Character.forDigit(b >> 4 & 0xF, 16);
            bytes[length++] = (byte) Character.forDigit(b & 0xF, 16);
        }
        return this;
    }

    /**
     * The distinct values of a column in all rows, as stored, without NULL.
     *
     * @param index index of the column among the written ones, from 0
     */
    Set<String> values(int index) {
        Set<String> values = new LinkedHashSet<>();
        int field = 0;
        int start = 0;
        int lastStart = -1;
        int lastEnd = -1;
        for (int i = 0; i < length; i++) {
            if (bytes[i] != '\t' && bytes[i] != '\n') {
                continue;
            }
            // Rows of one user follow one another.
            if (field == index && (lastStart < 0 || !Arrays.equals(bytes, start, i, bytes, lastStart, lastEnd))) {
                stored(start, i).ifPresent(values::add);
                lastStart = start;
                lastEnd = i;
            }
            field = bytes[i] == '\t' ? field + 1 : 0;
            start = i + 1;
        }
        return values;
    }

    private Optional<String> stored(int from, int to) {
        String value = new String(bytes, from, to - from, StandardCharsets.UTF_8);
        if (value.indexOf('\\') < 0) {
            return Optional.of(value);
        }
        if (value.equals("\\N")) {
            return Optional.empty();
        }
        StringBuilder text = new StringBuilder(value.length());
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '\\') {
                c = value.charAt(++i);
                c = c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c;
            }
            text.append(c);
        }
        return Optional.of(text.toString());
    }

    public void endRow() {
        reserve(1);
        bytes[length++] = '\n';
        rowStarted = false;
        column = 0;
    }

    /** False if the column is left out. */
    private boolean startField() {
        if (leftOut.get(column++)) {
            return false;
        }
        reserve(1);
        if (rowStarted) {
            bytes[length++] = '\t';
        }
        rowStarted = true;
        return true;
    }

    private void ascii(char c) {
        switch (c) {
            case '\\' -> escape('\\');
            case '\n' -> escape('n');
            case '\r' -> escape('r');
            case '\t' -> escape('t');
            default -> bytes[length++] = (byte) c;
        }
    }

    private void escape(char c) {
        bytes[length++] = '\\';
        bytes[length++] = (byte) c;
    }

    /** Encodes a value from its first non-ASCII character on; bytes of UTF-8 above 0x7F need no escaping. */
    private void encode(String value, int from) {
        for (byte b : value.substring(from).getBytes(StandardCharsets.UTF_8)) {
            if (b >= 0) {
                ascii((char) b);
            } else {
                bytes[length++] = b;
            }
        }
    }

    private void reserve(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }
}
