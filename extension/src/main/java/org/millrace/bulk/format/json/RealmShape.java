package org.millrace.bulk.format.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import org.millrace.bulk.record.field.Violation;

/** Recognises a realm export that stands where a record should. */
final class RealmShape {
    private static final byte[] FIELD = "\"realm\"".getBytes(StandardCharsets.US_ASCII);
    private static final Set<String> FIELDS_OF_RECORDS =
            Set.of("type", "username", "email", "clientId", "alias", "name", "path", "organization");
    private static final int MAX_NAME_LENGTH = 100;
    private static final JsonFactory JSON = new JsonFactory();

    private RealmShape() {}

    /** The name of the realm whose export this JSON object is; empty for anything else. */
    static Optional<String> realm(byte[] bytes, int offset, int length) {
        if (!mentionsRealm(bytes, offset, length)) {
            return Optional.empty();
        }
        String realm = null;
        try (JsonParser json = JSON.createParser(bytes, offset, length)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                return Optional.empty();
            }
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String field = json.currentName();
                JsonToken value = json.nextToken();
                if (FIELDS_OF_RECORDS.contains(field)) {
                    return Optional.empty();
                }
                if (field.equals("realm") && value == JsonToken.VALUE_STRING) {
                    realm = Violation.shortened(json.getText(), MAX_NAME_LENGTH);
                }
                json.skipChildren();
            }
        } catch (IOException e) {
            // Invalid JSON is reported by the record's parser.
            return Optional.empty();
        }
        return Optional.ofNullable(realm);
    }

    private static boolean mentionsRealm(byte[] bytes, int offset, int length) {
        int last = offset + length - FIELD.length;
        for (int i = offset; i <= last; i++) {
            if (bytes[i] == FIELD[0] && bytes[i + 1] == FIELD[1] && bytes[i + 6] == FIELD[6] && isField(bytes, i)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isField(byte[] bytes, int at) {
        for (int i = 0; i < FIELD.length; i++) {
            if (bytes[at + i] != FIELD[i]) {
                return false;
            }
        }
        return true;
    }
}
