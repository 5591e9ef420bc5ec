package org.millrace.bulk.writer.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.Optional;
import org.keycloak.util.JsonSerialization;
import org.millrace.bulk.record.Violation;
import org.millrace.bulk.writer.StorableText;

/** Keycloak's representations as values: copied before Keycloak's services change them, compared whatever their lists' order. */
final class Representations {
    private Representations() {}

    /** A copy that may be changed: a record is read again when its chunk is halved. */
    static <T> T copy(T representation, Class<T> type) {
        try {
            return JsonSerialization.readValue(JsonSerialization.writeValueAsBytes(representation), type);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ObjectNode json(Object representation) {
        return JsonSerialization.mapper.valueToTree(representation);
    }

    /** Turns every list below into one in an order of its own, for lists of which none has a meaning in its order. */
    static void sort(JsonNode json) {
        json.forEach(Representations::sort);
        if (json instanceof ArrayNode array) {
            ArrayNode sorted = array.arrayNode();
            array.valueStream().sorted(Comparator.comparing(JsonNode::toString)).forEach(sorted::add);
            array.removeAll();
            array.addAll(sorted);
        }
    }

    /** Takes out what is null or empty, which says the same as nothing. */
    static void strip(ObjectNode json) {
        json.properties().removeIf(field -> field.getValue().isNull()
                || field.getValue().isContainerNode() && field.getValue().isEmpty());
    }

    /** The first text below that the database cannot keep. */
    static Optional<Violation> unstorable(Object representation) {
        return unstorable("", json(representation)).map(field -> Violation.of(
                "invalid-character",
                field.isEmpty() ? null : field,
                "A NUL or half of a surrogate pair is no character of a text"));
    }

    private static Optional<String> unstorable(String path, JsonNode json) {
        if (json.isTextual()) {
            return StorableText.isStorable(json.textValue()) ? Optional.empty() : Optional.of(path);
        }
        if (json instanceof ObjectNode object) {
            return object.properties().stream()
                    .map(field -> StorableText.isStorable(field.getKey())
                            ? unstorable(path.isEmpty() ? field.getKey() : path + "." + field.getKey(), field.getValue())
                            : Optional.of(path))
                    .flatMap(Optional::stream)
                    .findFirst();
        }
        return json.valueStream().map(element -> unstorable(path, element)).flatMap(Optional::stream).findFirst();
    }
}
