package org.millrace.bulk.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;

/**
 * How large a record may be: what exceeds a limit is one unreadable entry, and costs no more memory than the limit.
 *
 * @param maxBytes of its text
 * @param maxNesting of lists and objects in each other
 * @param maxValues of all its lists together
 */
public record RecordLimits(int maxBytes, int maxNesting, int maxValues) {
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
