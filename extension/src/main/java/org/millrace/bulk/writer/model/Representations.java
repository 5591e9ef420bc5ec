package org.millrace.bulk.writer.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import org.keycloak.util.JsonSerialization;

/**
 * Keycloak's representations as values: copied before Keycloak's services change them, and compared without regard to the order
 * of lists.
 */
public final class Representations {
    private Representations() {}

    /** A copy that may be changed: a record is read again when its chunk is halved. */
    public static <T> T copy(T representation, Class<T> type) {
        try {
            return JsonSerialization.readValue(JsonSerialization.writeValueAsBytes(representation), type);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The representation that a JSON object describes. */
    public static <T> T read(ObjectNode json, Class<T> type) {
        try {
            return JsonSerialization.mapper.treeToValue(json, type);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static ObjectNode json(Object representation) {
        return JsonSerialization.mapper.valueToTree(representation);
    }

    /** Turns every list below into one in an order of its own, for lists of which none has a meaning in its order. */
    public static void sort(JsonNode json) {
        json.forEach(Representations::sort);
        if (json instanceof ArrayNode array) {
            ArrayNode sorted = array.arrayNode();
            array.valueStream().sorted(Comparator.comparing(JsonNode::toString)).forEach(sorted::add);
            array.removeAll();
            array.addAll(sorted);
        }
    }

    /** Removes null and empty values, which have no meaning. */
    public static void strip(ObjectNode json) {
        json.properties()
                .removeIf(field -> field.getValue().isNull()
                        || field.getValue().isContainerNode()
                                && field.getValue().isEmpty());
    }
}
