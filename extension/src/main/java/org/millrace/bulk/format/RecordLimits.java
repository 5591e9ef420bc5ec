package org.millrace.bulk.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;

/**
 * Maximum size of a record. A record that exceeds a limit is one unreadable entry, and uses no more memory than the limit.
 *
 * @param maxBytes bytes of its text
 * @param maxNesting levels of nested lists and objects
 * @param maxValues values of all its lists together
 */
public record RecordLimits(int maxBytes, int maxNesting, int maxValues) {
    /** The detail of a problem for a record that Jackson rejects for its nesting or the length of a token. */
    public String exceeded() {
        return "Nested deeper than " + maxNesting + " levels (setting max-record-nesting), a number longer than "
                + StreamReadConstraints.DEFAULT_MAX_NUM_LEN + " digits, or a field name longer than "
                + StreamReadConstraints.DEFAULT_MAX_NAME_LEN + " characters";
    }

    /** Reads records within these limits; the server's shared mapper stays as it is. */
    public JsonFactory jsonFactory() {
        return JsonFactory.builder()
                // Without it, a line in UTF-16 would be read as such: the body is UTF-8.
                .disable(JsonFactory.Feature.CHARSET_DETECTION)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(maxNesting)
                        // No string is longer than the record that holds it.
                        .maxStringLength(maxBytes)
                        .build())
                .build();
    }
}
