package org.millrace.bulk.format;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Validates UTF-8. Jackson accepts some invalid sequences: overlong ones and halves of surrogate pairs.
 *
 * @see <a href="https://www.unicode.org/versions/Unicode15.0.0/ch03.pdf">Unicode, table 3-7: well-formed byte sequences</a>
 */
public final class Utf8 {
    private Utf8() {}

    /** The text of the first {@code length} bytes; empty if they are not UTF-8. */
    public static Optional<String> decode(byte[] bytes, int length) {
        return isWellFormed(bytes, 0, length)
                ? Optional.of(new String(bytes, 0, length, StandardCharsets.UTF_8))
                : Optional.empty();
    }

    /** Whether the bytes are well-formed UTF-8. */
    public static boolean isWellFormed(byte[] bytes, int offset, int length) {
        int end = offset + length;
        int i = offset;
        while (i < end) {
            int first = bytes[i++];
            if (first >= 0) {
                continue;
            }
            int more = following(first & 0xFF);
            if (more == 0 || i + more > end || !isSecond(first & 0xFF, bytes[i] & 0xFF)) {
                return false;
            }
            for (int k = 1; k < more; k++) {
                if ((bytes[i + k] & 0xC0) != 0x80) {
                    return false;
                }
            }
            i += more;
        }
        return true;
    }

    /** How many bytes follow this one; 0 if none may begin a character so. */
    private static int following(int first) {
        if (first >= 0xC2 && first <= 0xDF) {
            return 1;
        }
        if (first >= 0xE0 && first <= 0xEF) {
            return 2;
        }
        return first >= 0xF0 && first <= 0xF4 ? 3 : 0;
    }

    /** The second byte excludes overlong forms, surrogates, and code points beyond the last one. */
    private static boolean isSecond(int first, int second) {
        int least = switch (first) {
            case 0xE0 -> 0xA0;
            case 0xF0 -> 0x90;
            default -> 0x80;
        };
        int greatest = switch (first) {
            case 0xED -> 0x9F;
            case 0xF4 -> 0x8F;
            default -> 0xBF;
        };
        return second >= least && second <= greatest;
    }
}
