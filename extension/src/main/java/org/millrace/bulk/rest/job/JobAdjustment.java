package org.millrace.bulk.rest.job;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.millrace.bulk.record.field.Violation;

/**
 * A client's change to the options of a running job.
 *
 * @param options the changed options; null resets an option to its default
 */
record JobAdjustment(ObjectNode options) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Other options have already affected outcomes, or their storage. */
    private static final List<String> CHANGEABLE = List.of("maxErrors", JobRequest.WRITERS);

    /**
     * Reads the body of {@code POST …/jobs/{id}/options}.
     *
     * @throws jakarta.ws.rs.WebApplicationException with a problem of status 400
     */
    static JobAdjustment of(InputStream body) {
        if (!(JobRequest.parsed(body) instanceof ObjectNode options) || options.isEmpty()) {
            throw JobRequest.invalid("The body must be a JSON object with the options to change");
        }
        for (Map.Entry<String, JsonNode> option : options.properties()) {
            if (!CHANGEABLE.contains(option.getKey())) {
                throw JobRequest.invalid("Option \"" + Violation.shortened(option.getKey(), 100)
                        + "\" cannot be changed; changeable: " + String.join(", ", CHANGEABLE));
            }
        }
        ObjectNode given = withoutNulls(options.deepCopy());
        JobRequest.check(given);
        options.setAll(given);
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
