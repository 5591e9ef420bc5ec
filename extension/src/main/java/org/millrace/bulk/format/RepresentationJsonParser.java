package org.millrace.bulk.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.DeserializationProblemHandler;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.millrace.bulk.record.Characters;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.record.Position;
import org.millrace.bulk.record.Violation;

/**
 * Reads a record from the bytes of one JSON object by one of Keycloak's representations, as leniently as Keycloak's own mapper.
 * Fields that the representation does not have are warnings. Safe for any thread.
 *
 * @param <T> the representation
 */
public final class RepresentationJsonParser<T> implements RecordParser {
    private static final String WARNINGS = "org.millrace.warnings";

    private final ObjectMapper mapper;
    private final int maxValues;
    private final Class<T> type;
    private final Set<String> own;
    private final Maker<T> maker;

    /** Makes the record of what was read. */
    @FunctionalInterface
    public interface Maker<T> {
        /**
         * The record.
         *
         * @param json all of the record's fields, also those of which the representation knows nothing
         * @param named names of the record's fields
         */
        ImportRecord make(
                Position position, T representation, JsonNode json, Set<String> named, List<Violation> warnings);
    }

    /**
     * Makes a parser.
     *
     * @param own fields of the record that the representation does not have, which the maker reads itself or which say nothing
     */
    public RepresentationJsonParser(RecordLimits limits, Class<T> type, Set<String> own, Maker<T> maker) {
        this.maxValues = limits.maxValues();
        this.type = type;
        this.own = own;
        this.maker = maker;
        JsonFactory factory = JsonFactory.builder()
                // Without it, a line in UTF-16 would be read as such: the body is UTF-8.
                .disable(JsonFactory.Feature.CHARSET_DETECTION)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(limits.maxNesting())
                        // No string is longer than the record that holds it.
                        .maxStringLength(limits.maxBytes())
                        .build())
                .build();
        this.mapper = JsonMapper.builder(factory)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .addHandler(new UnknownFields())
                .build();
    }

    @Override
    public Entry parse(byte[] bytes, int offset, int length, Position position) {
        if (!Utf8.isWellFormed(bytes, offset, length)) {
            return unreadable(
                    position, Optional.empty(), Violation.of("not-utf-8", null, "The bytes are not UTF-8"), length);
        }
        JsonNode json;
        try {
            json = mapper.readTree(bytes, offset, length);
        } catch (StreamConstraintsException e) {
            Violation violation = Violation.of("record-too-complex", null, "Nesting or a value exceeds the limits");
            return unreadable(position, Optional.empty(), violation, length);
        } catch (IOException e) {
            return unreadable(
                    position, Optional.empty(), Violation.of("not-json", null, "Not JSON" + place(e)), length);
        }
        if (!(json instanceof ObjectNode record)) {
            Violation violation = Violation.of("not-an-object", null, "The record is not a JSON object");
            return unreadable(position, Optional.empty(), violation, length);
        }
        if (values(record) > maxValues) {
            Violation violation =
                    Violation.of("too-many-values", null, "The record has more than " + maxValues + " values");
            return unreadable(position, key(record), violation, length);
        }
        Optional<String> odd = unstorable(record, "");
        if (odd.isPresent()) {
            Violation violation = Violation.of(
                    "invalid-character", odd.get(), "A NUL or half of a surrogate pair is no character of a text");
            return unreadable(position, key(record), violation, length);
        }
        return read(record, position, length);
    }

    /** The path of a field with a text, or a name, that no database stores. */
    private static Optional<String> unstorable(JsonNode json, String path) {
        if (json.isTextual()) {
            return Characters.areStorable(json.asText()) ? Optional.empty() : Optional.of(path);
        }
        if (json.isArray()) {
            for (JsonNode element : json) {
                Optional<String> found = unstorable(element, path);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        for (Map.Entry<String, JsonNode> field : json.properties()) {
            if (!Characters.areStorable(field.getKey())) {
                return Optional.of(path);
            }
            Optional<String> found =
                    unstorable(field.getValue(), path.isEmpty() ? field.getKey() : path + "." + field.getKey());
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private Entry read(ObjectNode json, Position position, int length) {
        List<Violation> warnings = new ArrayList<>(0);
        Set<String> named = new HashSet<>();
        json.fieldNames().forEachRemaining(named::add);
        ObjectNode known = json.deepCopy();
        known.remove(own);
        Optional<String> gap = withoutNulls(known, "");
        if (gap.isPresent()) {
            Violation violation = Violation.of("invalid-type", gap.get(), "A list holds nothing in one of its places");
            return unreadable(position, key(json), violation, length);
        }
        try {
            T representation = mapper.reader()
                    .forType(type)
                    // A deserializer that reads a tree of its own would take its next sibling for a trailing one.
                    .without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .withAttribute(WARNINGS, warnings)
                    .readValue(known);
            return new Entry.Readable(maker.make(position, representation, json, named, warnings), length);
        } catch (JsonMappingException e) {
            String path = path(e);
            Violation violation = Violation.of(
                    "invalid-type", path.isEmpty() ? null : path, "The value has another type than expected");
            return unreadable(position, key(json), violation, length);
        } catch (IOException e) {
            return unreadable(position, key(json), Violation.of("not-json", null, "Not JSON"), length);
        }
    }

    /** Takes away fields that hold null, as if they were not there; gives the path of a list that holds one. */
    private static Optional<String> withoutNulls(JsonNode json, String path) {
        if (json instanceof ObjectNode object) {
            object.properties().removeIf(field -> field.getValue().isNull());
            for (Map.Entry<String, JsonNode> field : object.properties()) {
                Optional<String> found =
                        withoutNulls(field.getValue(), path.isEmpty() ? field.getKey() : path + "." + field.getKey());
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        if (json.isArray()) {
            for (JsonNode element : json) {
                Optional<String> found = element.isNull() ? Optional.of(path) : withoutNulls(element, path);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    private static String path(JsonMappingException e) {
        StringBuilder path = new StringBuilder();
        for (JsonMappingException.Reference step : e.getPath()) {
            if (step.getFieldName() != null) {
                path.append(path.isEmpty() ? "" : ".").append(step.getFieldName());
            }
        }
        return path.toString();
    }

    /** What people would call the record, if it can be told without understanding it. */
    private static Optional<String> key(JsonNode json) {
        for (String field : List.of("path", "clientId", "alias", "name")) {
            if (json.path(field).isTextual()) {
                return Optional.of(json.path(field).asText());
            }
        }
        return Optional.empty();
    }

    /** Names count as much as values do: they take as much memory. */
    private static long values(JsonNode json) {
        long values = 1;
        for (JsonNode child : json) {
            values += values(child);
        }
        return values;
    }

    private static Entry unreadable(Position position, Optional<String> key, Violation violation, int length) {
        return new Entry.Unreadable(position, key, List.of(violation), length);
    }

    /** Of what Jackson says only the place is passed on: its message quotes the input, which may be a credential. */
    private static String place(IOException e) {
        return e instanceof JsonProcessingException json && json.getLocation() != null
                ? " at column " + json.getLocation().getColumnNr()
                : "";
    }

    private static final class UnknownFields extends DeserializationProblemHandler {
        @Override
        public boolean handleUnknownProperty(
                DeserializationContext context,
                JsonParser json,
                JsonDeserializer<?> deserializer,
                Object bean,
                String name)
                throws IOException {
            if (context.getAttribute(WARNINGS) instanceof List<?> warnings) {
                add(warnings, Violation.of("unknown-field", path(json, name), "The field is unknown and was left out"));
            }
            json.skipChildren();
            return true;
        }

        @SuppressWarnings("unchecked")
        private static void add(List<?> warnings, Violation violation) {
            ((List<Violation>) warnings).add(violation);
        }

        private static String path(JsonParser json, String name) {
            String within = json.getParsingContext().pathAsPointer().toString().replace('/', '.');
            int last = within.lastIndexOf('.');
            String parent = last > 0 ? within.substring(1, last) : "";
            return parent.isEmpty() ? name : parent + "." + name;
        }
    }
}
