package org.millrace.bulk.format.source;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.record.field.FieldUse;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;

/** Maps the JSON object of one record and passes it on as a user's representation. */
final class SourceParser implements RecordParser {
    /** The field that says which record of another file belongs to a record. */
    static final String JOIN = "$join";

    private final ObjectMapper json;
    private final UserMapper mapper;
    private final RecordParser users;
    private final String exceeded;
    private final Optional<JoinMapping> join;

    /**
     * Reads records of a source.
     *
     * @param users reads the representation
     * @param isSupported whether a text describes itself as a password hash that can be verified
     * @param join how a record names its account in the other file; empty for sources with one file
     */
    SourceParser(
            SourceMapping mapping,
            RecordLimits limits,
            RecordParser users,
            Optional<JoinMapping> join,
            Predicate<String> isSupported) {
        this.join = join;
        this.exceeded = limits.exceeded();
        this.json = new ObjectMapper(limits.jsonFactory()).enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
        this.mapper = new UserMapper(mapping, isSupported);
        this.users = users;
    }

    List<FieldUse> fields() {
        return mapper.fields();
    }

    @Override
    public Entry parse(byte[] bytes, int offset, int length, Position position) {
        try {
            JsonNode record = json.readTree(bytes, offset, length);
            if (record instanceof ObjectNode object) {
                return map(object, position, length);
            }
            return unreadable(position, "not-an-object", "The record is not a JSON object", length);
        } catch (StreamConstraintsException e) {
            return unreadable(position, "record-too-complex", exceeded, length);
        } catch (JsonProcessingException e) {
            // Of Jackson's message only the place is passed on: it quotes the input, which may be a credential.
            long column = e.getLocation() == null ? 0 : e.getLocation().getColumnNr();
            return unreadable(position, "not-json", "Not JSON at column " + column, length);
        } catch (IOException e) {
            return unreadable(position, "not-json", "Not JSON", length);
        }
    }

    private Entry map(ObjectNode record, Position position, int length) {
        ObjectNode mapped = mapper.user(record);
        if (join.isPresent()) {
            if (join.get().isHash(record) && !mapped.has("credentials")) {
                return unreadable(
                        position, "missing-password-hash", "The record has neither a user nor a password hash", length);
            }
            ObjectNode joined = JsonNodeFactory.instance.objectNode();
            joined.set(JOIN, join.get().partner(record));
            mapped = joined.setAll(mapped);
        }
        byte[] user = mapped.toString().getBytes(StandardCharsets.UTF_8);
        return users.parse(user, 0, user.length, position);
    }

    private static Entry unreadable(Position position, String code, String detail, int length) {
        return new Entry.Unreadable(position, Optional.empty(), List.of(Violation.of(code, null, detail)), length);
    }
}
