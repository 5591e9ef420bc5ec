package org.millrace.bulk.format.parser;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;

/** Reads records of several types, each by the parser of the type that it names. Safe for any thread if they are. */
public final class TypedRecordParser implements RecordParser {
    private static final String TYPE = "type";

    private final Map<String, RecordParser> parsers;
    private final JsonFactory factory;

    /** @param parsers parsers by the names of their types */
    public TypedRecordParser(RecordLimits limits, Map<String, RecordParser> parsers) {
        this.parsers = new TreeMap<>(parsers);
        this.factory = limits.jsonFactory();
    }

    @Override
    public Entry parse(byte[] bytes, int offset, int length, Position position) {
        String type = null;
        try (JsonParser json = factory.createParser(bytes, offset, length)) {
            type = type(json);
        } catch (IOException e) {
            // Any of the parsers reports the problem, with its position.
            return parsers.values().iterator().next().parse(bytes, offset, length, position);
        }
        RecordParser parser = type == null ? null : parsers.get(type);
        if (parser != null) {
            return parser.parse(bytes, offset, length, position);
        }
        String fault =
                type == null ? "Missing field \"type\"" : "Unknown type \"" + Violation.shortened(type, 100) + "\"";
        String detail = fault + "; supported: " + String.join(", ", parsers.keySet());
        String code = type == null ? "missing-type" : "invalid-type";
        return new Entry.Unreadable(position, Optional.empty(), List.of(Violation.of(code, TYPE, detail)), length);
    }

    private static @Nullable String type(JsonParser json) throws IOException {
        String type = null;
        if (json.nextToken() == JsonToken.START_OBJECT) {
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String field = json.currentName();
                json.nextToken();
                if (field.equals(TYPE) && json.currentToken() == JsonToken.VALUE_STRING) {
                    type = json.getText();
                }
                json.skipChildren();
            }
        }
        return type;
    }
}
