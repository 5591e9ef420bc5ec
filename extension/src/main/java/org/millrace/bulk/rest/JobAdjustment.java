package org.millrace.bulk.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a client asks to be otherwise in a job that goes on, as a JSON Merge Patch
 * (<a href="https://www.rfc-editor.org/rfc/rfc7396">RFC 7396</a>) of the job's document.
 *
 * @param options those to be changed, with null for one that is to be as if it had not been given
 */
record JobAdjustment(ObjectNode options) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The others have decided already what became of records, or how they are kept. */
    private static final Set<String> CHANGEABLE = new TreeSet<>(Set.of("maxErrors", JobRequest.WRITERS));

    /**
     * Reads the body of {@code PATCH …/jobs/{id}}.
     *
     * @throws jakarta.ws.rs.WebApplicationException with a problem of status 400
     */
    static JobAdjustment of(String body) {
        JsonNode patch = JobRequest.parsed(body);
        if (patch.size() != 1 || !patch.path("options").isObject()) {
            throw JobRequest.invalid("What can be changed of a job are its options");
        }
        ObjectNode options = (ObjectNode) patch.path("options");
        for (Map.Entry<String, JsonNode> option : options.properties()) {
            if (!CHANGEABLE.contains(option.getKey())) {
                throw JobRequest.invalid("The options that can be changed are " + String.join(", ", CHANGEABLE));
            }
        }
        JobRequest.check(withoutNulls(options.deepCopy()));
        return new JobAdjustment(options);
    }

    /** The options of a job with this change. */
    String applied(String before) {
        try {
            ObjectNode after = (ObjectNode) JSON.readTree(before);
            after.setAll(options);
            return withoutNulls(after).toString();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the options of a job are not JSON", e);
        }
    }

    private static ObjectNode withoutNulls(ObjectNode options) {
        options.removeIf(JsonNode::isNull);
        return options;
    }
}
