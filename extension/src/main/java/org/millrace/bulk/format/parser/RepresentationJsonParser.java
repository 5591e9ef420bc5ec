package org.millrace.bulk.format.parser;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
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
import java.util.Optional;
import java.util.Set;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.NotJson;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.Utf8;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;

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
    private final String exceeded;
    private final Class<T> type;
    private final Set<String> own;
    private final Maker<T> maker;

    /** Creates the record from the parsed values. */
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
        this.exceeded = limits.exceeded();
        this.type = type;
        Set<String> unread = new HashSet<>(own);
        unread.add(OperationParser.FIELD);
        this.own = unread;
        this.maker = maker;
        this.mapper = JsonMapper.builder(limits.jsonFactory())
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .addHandler(new UnknownFields())
                .build();
    }

    @Override
    public Entry parse(byte[] bytes, int offset, int length, Position position) {
        if (!Utf8.isWellFormed(bytes, offset, length)) {
            return unreadable(position, Optional.empty(), Violation.of("not-utf-8", null, NotJson.NOT_UTF_8), length);
        }
        JsonNode json;
        try {
            json = mapper.readTree(bytes, offset, length);
        } catch (StreamConstraintsException e) {
            Violation violation = Violation.of("record-too-complex", null, exceeded);
            return unreadable(position, Optional.empty(), violation, length);
        } catch (IOException e) {
            return unreadable(
                    position,
                    Optional.empty(),
                    Violation.of("not-json", null, "Not JSON" + place(e) + NotJson.hint(bytes, offset, length)),
                    length);
        }
        if (!(json instanceof ObjectNode record)) {
            Violation violation = Violation.of("not-an-object", null, "The record is not a JSON object");
            return unreadable(position, Optional.empty(), violation, length);
        }
        RecordTree tree = new RecordTree(record);
        Optional<Violation> fault = tree.fault(maxValues);
        return fault.isPresent() ? unreadable(position, tree.key(), fault.get(), length) : read(tree, position, length);
    }

    private Entry read(RecordTree tree, Position position, int length) {
        RecordTree known = tree.without(own);
        Optional<Violation> gap = known.gap();
        if (gap.isPresent()) {
            return unreadable(position, tree.key(), gap.get(), length);
        }
        List<Violation> warnings = new ArrayList<>(0);
        try {
            T representation = mapper.reader()
                    .forType(type)
                    // A deserializer that reads a tree of its own would take its next sibling for a trailing one.
                    .without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .withAttribute(WARNINGS, warnings)
                    .readValue(known.root());
            return new Entry.Readable(
                    maker.make(position, representation, tree.root(), tree.names(), warnings), length);
        } catch (JsonMappingException e) {
            String path = path(e);
            Violation violation = Violation.of(
                    "invalid-type",
                    path.isEmpty() ? null : RecordTree.withoutNamesInCredentials(path),
                    "Value does not have the type that Keycloak expects");
            return unreadable(position, tree.key(), violation, length);
        } catch (IOException e) {
            return unreadable(position, tree.key(), Violation.of("not-json", null, "Not JSON"), length);
        }
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
                add(warnings, Violation.of("unknown-field", path(json, name), "Unknown field, which was left out"));
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
            return RecordTree.withoutNamesInCredentials(parent.isEmpty() ? name : parent + "." + name);
        }
    }
}
