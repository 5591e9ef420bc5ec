package org.millrace.bulk.format.source;

import java.util.Map;
import java.util.Optional;

/**
 * Where a source keeps its password hashes.
 *
 * @param format id of a password format; empty if the text describes itself, such as {@code $2b$...}
 * @param value path of the hash
 * @param salt path of the salt, if it is apart from the hash
 * @param parameters paths of the format's further parameters by their names
 */
record HashMapping(String format, SourcePath value, Optional<SourcePath> salt, Map<String, SourcePath> parameters) {
    HashMapping {
        parameters = Map.copyOf(parameters);
    }
}
