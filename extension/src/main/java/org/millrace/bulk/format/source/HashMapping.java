package org.millrace.bulk.format.source;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;

/**
 * Where a source keeps its password hashes.
 *
 * @param format id of a password format; empty if the text describes itself, such as {@code $2b$...}
 * @param value path of the hash
 * @param salt path of the salt, if it is apart from the hash
 * @param parameters paths of the format's further parameters by their names
 * @param constants values of parameters that are the same for all hashes of the source
 */
record HashMapping(
        String format,
        SourcePath value,
        Optional<SourcePath> salt,
        Map<String, SourcePath> parameters,
        Map<String, JsonNode> constants) {
    HashMapping {
        parameters = Map.copyOf(parameters);
        constants = Map.copyOf(constants);
        if (format.isEmpty() && !(parameters.isEmpty() && constants.isEmpty())) {
            throw new IllegalArgumentException("A hash with parameters or constants needs a format");
        }
    }
}
