package org.millrace.bulk.format.parser;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.NotJson;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.Utf8;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;

/** Reads a user from the bytes of one JSON object, token by token. */
public final class UserJsonParser implements RecordParser {
    private final JsonFactory factory;
    private final int maxValues;
    private final String exceeded;

    /** Makes a parser with limits of its own. */
    public UserJsonParser(RecordLimits limits) {
        maxValues = limits.maxValues();
        exceeded = limits.exceeded();
        factory = limits.jsonFactory();
    }

    @Override
    public Entry parse(byte[] bytes, int offset, int length, Position position) {
        UserFields fields = new UserFields(position, maxValues);
        if (!Utf8.isWellFormed(bytes, offset, length)) {
            return unreadable(position, fields, "not-utf-8", NotJson.NOT_UTF_8, length);
        }
        try (JsonParser json = factory.createParser(bytes, offset, length)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                return unreadable(position, fields, "not-an-object", "The record is not a JSON object", length);
            }
            fields.read(json);
            if (json.nextToken() != null) {
                return unreadable(
                        position,
                        fields,
                        "not-json",
                        "Unexpected data after the JSON object" + NotJson.hint(bytes, offset, length),
                        length);
            }
        } catch (StreamConstraintsException e) {
            return unreadable(position, fields, "record-too-complex", exceeded, length);
        } catch (JsonProcessingException e) {
            return unreadable(
                    position,
                    fields,
                    "not-json",
                    "Not JSON at column " + column(e) + NotJson.hint(bytes, offset, length),
                    length);
        } catch (IOException e) {
            // Reading from memory does not fail, so a Jackson exception always describes the content.
            return unreadable(position, fields, "not-json", "Not JSON", length);
        }
        return fields.problems().isEmpty()
                ? new Entry.Readable(fields.toRecord(), length)
                : new Entry.Unreadable(position, fields.key(), fields.problems(), length);
    }

    private static Entry unreadable(Position position, UserFields fields, String code, String detail, int length) {
        return new Entry.Unreadable(position, fields.key(), List.of(Violation.of(code, null, detail)), length);
    }

    /** Of what Jackson says only the place is passed on: its message quotes the input, which may be a credential. */
    private static long column(JsonProcessingException e) {
        return Optional.ofNullable(e.getLocation())
                .map(location -> (long) location.getColumnNr())
                .orElse(0L);
    }
}
