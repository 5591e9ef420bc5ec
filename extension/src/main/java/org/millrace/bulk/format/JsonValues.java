package org.millrace.bulk.format;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.record.Violation;

/**
 * Reads values of expected types, as leniently as Keycloak's own mapper (a number is taken for a text), and notes what has
 * another type instead of throwing. Each method starts on the value's first token and ends on its last.
 */
final class JsonValues {
    private final List<Violation> problems = new ArrayList<>(0);
    private final int maxValues;
    private int values;

    /** @param maxValues how many values all lists may have together, names of lists included */
    JsonValues(int maxValues) {
        this.maxValues = maxValues;
    }

    /** Reads one object of an array; starts on its START_OBJECT and ends on its END_OBJECT. */
    @FunctionalInterface
    interface ObjectReader<T> {
        T read(String path, JsonParser json) throws IOException;
    }

    List<Violation> problems() {
        return problems;
    }

    void problem(String code, String field, String detail) {
        problems.add(Violation.of(code, field, detail));
    }

    @Nullable
    String text(String field, JsonParser json) throws IOException {
        if (json.currentToken().isScalarValue()) {
            return json.getText();
        }
        mismatch(field, "a text", json);
        return null;
    }

    @Nullable
    Boolean flag(String field, JsonParser json) throws IOException {
        JsonToken token = json.currentToken();
        if (token.isBoolean()) {
            return token == JsonToken.VALUE_TRUE;
        }
        if (token == JsonToken.VALUE_STRING) {
            String text = json.getText();
            if (text.equals("true") || text.equals("false")) {
                return text.equals("true");
            }
        }
        mismatch(field, "true or false", json);
        return null;
    }

    @Nullable
    Long number(String field, JsonParser json, long least, long greatest) throws IOException {
        String text = json.currentToken().isScalarValue() ? json.getText() : "";
        try {
            long number = Long.parseLong(text);
            if (number >= least && number <= greatest) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below, with the field's name; the exception knows no more.
        }
        mismatch(field, "a whole number in range", json);
        return null;
    }

    List<String> texts(String field, JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            mismatch(field, "a list of texts", json);
            return List.of();
        }
        List<String> texts = new ArrayList<>(2);
        while (json.nextToken() != JsonToken.END_ARRAY) {
            if (json.currentToken() != JsonToken.VALUE_NULL && hasRoom(field, json)) {
                String text = text(field, json);
                if (text != null) {
                    texts.add(text);
                }
            }
        }
        return texts;
    }

    Map<String, List<String>> textLists(String field, JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            mismatch(field, "an object of lists", json);
            return Map.of();
        }
        Map<String, List<String>> lists = new LinkedHashMap<>();
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            String path = field + "." + name;
            JsonToken token = json.nextToken();
            if (token == JsonToken.VALUE_NULL || !hasRoom(field, json)) {
                continue;
            }
            if (token == JsonToken.START_ARRAY) {
                lists.put(name, texts(path, json));
            } else {
                String text = text(path, json);
                lists.put(name, text == null ? List.of() : List.of(text));
            }
        }
        return lists;
    }

    <T> List<T> objects(String field, JsonParser json, ObjectReader<T> reader) throws IOException {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            mismatch(field, "a list of objects", json);
            return List.of();
        }
        List<T> objects = new ArrayList<>(1);
        while (json.nextToken() != JsonToken.END_ARRAY) {
            String path = field + "[" + objects.size() + "]";
            if (!hasRoom(field, json)) {
                continue;
            }
            if (json.currentToken() == JsonToken.START_OBJECT) {
                objects.add(reader.read(path, json));
            } else {
                mismatch(path, "an object", json);
            }
        }
        return objects;
    }

    /** Counts one more value; what exceeds the limit is passed over, and said once. */
    private boolean hasRoom(String field, JsonParser json) throws IOException {
        values++;
        if (values <= maxValues) {
            return true;
        }
        if (values == maxValues + 1) {
            problem("too-many-values", field, "The lists of a record may have " + maxValues + " values together");
        }
        json.skipChildren();
        return false;
    }

    private void mismatch(String field, String expected, JsonParser json) throws IOException {
        problem("invalid-type", field, "Expected " + expected);
        json.skipChildren();
    }
}
