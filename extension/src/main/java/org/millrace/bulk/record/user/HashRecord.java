package org.millrace.bulk.record.user;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A password hash of another system, as a record gives it: a text that describes itself, or a format with its parameters.
 *
 * @param format the id of a hash format; null if {@code value} describes itself
 * @param value the hash, in the notation of the format
 * @param salt the salt as text, where it is not part of {@code value}
 * @param parameters everything else, by name
 */
public record HashRecord(
        @Nullable String format, String value, @Nullable String salt, Map<String, String> parameters) {
    public HashRecord {
        parameters = Map.copyOf(parameters);
    }

    /** A text that describes itself. */
    public static HashRecord of(String value) {
        return new HashRecord(null, value, null, Map.of());
    }

    /** Names the format only: value and salt are secrets. */
    @Override
    public String toString() {
        return "HashRecord[format=" + format + "]";
    }
}
