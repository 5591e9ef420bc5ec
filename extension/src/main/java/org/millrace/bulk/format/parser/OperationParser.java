package org.millrace.bulk.format.parser;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.record.DeletionRecord;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;

/** Reads the field {@code $op} of a record, whose other fields another parser reads. Safe for any thread if that one is. */
public final class OperationParser implements RecordParser {
    /** The field with the operation of a record. */
    public static final String FIELD = "$op";

    private static final String DELETE = "delete";

    private final RecordParser parser;
    private final Map<Class<?>, String> deletable;
    private final JsonFactory factory;

    /**
     * Reads records with and without the field.
     *
     * @param parser reads all other fields
     * @param deletable the names of the types whose records may delete, by the classes of their records
     */
    public OperationParser(RecordLimits limits, RecordParser parser, Map<Class<?>, String> deletable) {
        this.parser = parser;
        this.deletable = Map.copyOf(deletable);
        this.factory = limits.jsonFactory();
    }

    @Override
    public Entry parse(byte[] bytes, int offset, int length, Position position) {
        Entry entry = parser.parse(bytes, offset, length, position);
        if (!(entry instanceof Entry.Readable readable) || !mayHaveOperation(bytes, offset, length)) {
            return entry;
        }
        ImportRecord item = readable.item();
        try (JsonParser json = factory.createParser(bytes, offset, length)) {
            Optional<Violation> fault = Optional.empty();
            @Nullable String operation = null;
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                boolean isOperation = FIELD.equals(json.currentName());
                JsonToken value = json.nextToken();
                if (isOperation) {
                    operation = value == JsonToken.VALUE_NULL ? null : json.getText();
                    fault = operation == null ? Optional.empty() : fault(value, operation, item);
                }
                json.skipChildren();
            }
            if (fault.isPresent()) {
                return new Entry.Unreadable(position, item.key(), List.of(fault.get()), readable.bytes());
            }
            return operation == null ? entry : new Entry.Readable(new DeletionRecord(item), readable.bytes());
        } catch (IOException e) {
            Violation violation = Violation.of("not-json", FIELD, "Not JSON");
            return new Entry.Unreadable(position, item.key(), List.of(violation), readable.bytes());
        }
    }

    private Optional<Violation> fault(JsonToken value, String operation, ImportRecord item) {
        if (value != JsonToken.VALUE_STRING || !operation.equals(DELETE)) {
            return Optional.of(Violation.of(
                    "invalid-operation", FIELD, "Operation \"" + operation + "\" is not supported; allowed: delete"));
        }
        return deletable.containsKey(item.kind())
                ? Optional.empty()
                : Optional.of(Violation.of(
                        "invalid-operation",
                        FIELD,
                        "Records of this type cannot be deleted. Types that can be deleted: "
                                + deletable.values().stream().sorted().collect(Collectors.joining(", "))));
    }

    /** Whether the text contains the field name, or an escape sequence for one of its characters. */
    private static boolean mayHaveOperation(byte[] bytes, int offset, int length) {
        int last = offset + length - 4;
        for (int i = offset; i <= last; i++) {
            if (bytes[i] == '$' && bytes[i + 1] == 'o' && bytes[i + 2] == 'p') {
                return true;
            }
            if (bytes[i] == '\\' && bytes[i + 1] == 'u' && bytes[i + 2] == '0' && bytes[i + 3] == '0') {
                return true;
            }
        }
        return false;
    }
}
