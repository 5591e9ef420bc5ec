package org.millrace.bulk.format;

import java.util.BitSet;

/**
 * Finds the end of one JSON value without storing it. The value may arrive in several buffers. Only brackets and quotes are
 * evaluated; the caller validates the JSON between them.
 */
public final class ValueScan {
    /** Deeper than any real document, at a cost of about 100 KiB. */
    private static final int MAX_DEPTH = 1_000_000;

    /** Kind of the brackets that are open, the outermost first: set for objects. */
    private final BitSet objects = new BitSet();

    private int depth;
    private boolean begun;
    private boolean inString;
    private boolean escaped;
    private boolean scalar;
    private boolean broken;
    private boolean empty;
    private int nullBytes;

    /** Resets the scan. */
    public void begin() {
        depth = 0;
        begun = false;
        inString = false;
        escaped = false;
        scalar = false;
        broken = false;
        empty = true;
        nullBytes = 0;
    }

    /**
     * Continues with the next buffer of the value; the first buffer begins with the value's first byte.
     *
     * @return the position after the value's last byte, or -1 if the value continues in the next buffer
     */
    public int advance(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            byte b = bytes[i];
            if (inString) {
                if (escaped) {
                    escaped = false;
                } else if (b == '\\') {
                    escaped = true;
                } else if (b == '"') {
                    inString = false;
                    if (depth == 0) {
                        return i + 1;
                    }
                }
            } else if (scalar) {
                if (endsScalar(b)) {
                    return i;
                }
                countNull(b);
            } else if (structure(b)) {
                return i + 1;
            }
        }
        return -1;
    }

    /** Whether brackets do not match, so that the end of the value is unknown. */
    public boolean isBroken() {
        return broken;
    }

    /** Whether the value is null, or a list or object with nothing in it. */
    public boolean holdsNothing() {
        return scalar ? nullBytes == "null".length() : depth == 0 && empty && begun;
    }

    /** Whether a byte that stands outside of strings ends the value. */
    private boolean structure(byte b) {
        boolean first = !begun;
        begun = true;
        switch (b) {
            case '{', '[' -> {
                empty = empty && first;
                objects.set(depth, b == '{');
                depth++;
                broken = depth > MAX_DEPTH;
                return broken;
            }
            case '}', ']' -> {
                depth--;
                broken = depth < 0 || objects.get(depth) != (b == '}');
                return broken || depth == 0;
            }
            case '"' -> {
                empty = false;
                inString = true;
            }
            default -> {
                scalar = depth == 0;
                empty = empty && isBlank(b);
                countNull(b);
            }
        }
        return false;
    }

    /** A scalar is null if its bytes are exactly those of the word. */
    private void countNull(byte b) {
        boolean next = nullBytes >= 0 && nullBytes < 4 && "null".charAt(nullBytes) == b;
        nullBytes = next ? nullBytes + 1 : -1;
    }

    private static boolean endsScalar(byte b) {
        return isBlank(b) || b == ',' || b == ']' || b == '}' || b == '[' || b == '{' || b == '"' || b == ':';
    }

    /** Whether a byte is white space of JSON. */
    public static boolean isBlank(byte b) {
        return b == ' ' || b == '\t' || b == '\n' || b == '\r';
    }
}
