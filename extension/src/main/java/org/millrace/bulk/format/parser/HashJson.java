package org.millrace.bulk.format.parser;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.millrace.bulk.record.user.HashRecord;

/**
 * Reads the field {@code hash} of a credential: a text that describes itself, or an object with format, value, salt and parameters.
 * Parameters of nested objects have their path as name, as in {@code salt.position}.
 */
public final class HashJson {
    private static final int MAX_NESTING = 3;
    private static final String FORMAT = "format";
    private static final String VALUE = "value";
    private static final String SALT = "salt";

    private final JsonValues values;
    private final Map<String, String> texts = new HashMap<>();

    private HashJson(JsonValues values) {
        this.values = values;
    }

    /**
     * Reads a hash of a parsed document.
     *
     * @throws IllegalArgumentException if it is neither a text nor an object of texts; the message repeats no part of it
     */
    public static HashRecord of(JsonNode hash) {
        JsonValues values = new JsonValues(Integer.MAX_VALUE);
        try (JsonParser json = hash.traverse()) {
            json.nextToken();
            HashRecord read = read(values, "hash", json);
            if (values.problems().isEmpty()) {
                return read;
            }
        } catch (IOException e) {
            throw new IllegalStateException("a tree is always readable", e);
        }
        throw new IllegalArgumentException("hash must be a string, or an object of strings");
    }

    static HashRecord read(JsonValues values, String path, JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            String text = values.text(path, json);
            return HashRecord.of(text == null ? "" : text);
        }
        HashJson hash = new HashJson(values);
        hash.object(path, "", 1, json);
        String format = hash.texts.remove(FORMAT);
        String value = hash.texts.remove(VALUE);
        String salt = hash.texts.remove(SALT);
        return new HashRecord(format, value == null ? "" : value, salt, hash.texts);
    }

    private void object(String path, String prefix, int depth, JsonParser json) throws IOException {
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String name = prefix + json.currentName();
            JsonToken token = json.nextToken();
            if (token == JsonToken.START_OBJECT && depth < MAX_NESTING) {
                object(path, name + ".", depth + 1, json);
            } else if (token != JsonToken.VALUE_NULL) {
                String text = values.text(path + "." + name, json);
                if (text != null) {
                    texts.put(name, text);
                }
            }
        }
    }
}
