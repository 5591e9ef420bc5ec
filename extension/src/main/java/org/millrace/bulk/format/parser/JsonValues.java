package org.millrace.bulk.format.parser;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.record.field.Violation;

/**
 * Reads values of expected types, as leniently as Keycloak's own mapper (a number is accepted as a string), and collects type
 * errors instead of throwing. Each method starts on the value's first token and ends on its last.
 */
final class JsonValues {
    private static final Set<String> TRUE = Set.of("true", "True", "TRUE");
    private static final Set<String> FALSE = Set.of("false", "False", "FALSE");

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
        mismatch(field, "a string", json);
        return null;
    }

    @Nullable
    Boolean flag(String field, JsonParser json) throws IOException {
        JsonToken token = json.currentToken();
        if (token.isBoolean()) {
            return token == JsonToken.VALUE_TRUE;
        }
        String text = token.isScalarValue() ? json.getText().strip() : "";
        if (token == JsonToken.VALUE_NUMBER_INT) {
            return !text.equals("0");
        }
        if (token == JsonToken.VALUE_STRING) {
            if (isNothing(text)) {
                return null;
            }
            if (TRUE.contains(text) || FALSE.contains(text)) {
                return TRUE.contains(text);
            }
        }
        mismatch(field, "true or false", json);
        return null;
    }

    @Nullable
    Long number(String field, JsonParser json, long least, long greatest) throws IOException {
        JsonToken token = json.currentToken();
        String text = token.isScalarValue() ? json.getText().strip() : "";
        if (token == JsonToken.VALUE_STRING && isNothing(text)) {
            return null;
        }
        try {
            long number = token == JsonToken.VALUE_NUMBER_FLOAT ? truncated(json) : Long.parseLong(text);
            if (number >= least && number <= greatest) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Reported below, with the field's name.
        }
        mismatch(
                field,
                least == Long.MIN_VALUE ? "a whole number" : "a whole number from " + least + " to " + greatest,
                json);
        return null;
    }

    /** Jackson reads such a text as null where a boolean or a number is expected. */
    private static boolean isNothing(String text) {
        return text.isEmpty() || text.equals("null");
    }

    /** @throws NumberFormatException if the number is out of range */
    private static long truncated(JsonParser json) throws IOException {
        double number = json.getDoubleValue();
        // The least double that no long can hold is 2 to the power of 63.
        if (Double.isNaN(number) || Math.abs(number) >= 0x1p63) {
            throw new NumberFormatException();
        }
        return (long) number;
    }

    List<String> texts(String field, JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            mismatch(field, "an array of strings", json);
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
            mismatch(field, "an object whose values are arrays of strings", json);
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
            mismatch(field, "an array of objects", json);
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

    /** Counts one more value; values beyond the limit are skipped, and reported once. */
    private boolean hasRoom(String field, JsonParser json) throws IOException {
        values++;
        if (values <= maxValues) {
            return true;
        }
        if (values == maxValues + 1) {
            problem(
                    "too-many-values",
                    field,
                    "The lists of a record have more than " + maxValues + " values (setting max-record-values)");
        }
        json.skipChildren();
        return false;
    }

    private void mismatch(String field, String expected, JsonParser json) throws IOException {
        problem("invalid-type", field, "Expected " + expected + ", found " + found(json.currentToken()));
        json.skipChildren();
    }

    /** The kind only: the value may be a secret. */
    private static String found(JsonToken token) {
        return switch (token) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "an array";
            case VALUE_STRING -> "a string";
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
            case VALUE_TRUE, VALUE_FALSE -> "a boolean";
            default -> "nothing";
        };
    }
}
